// check: safe
// check -DBUG: unsafe assertion@37
// check -DFOLLOWED: unsafe null-dereference@40
// Where a member is, by the address that it would have in a struct at address 0: nothing is followed.
#include <assert.h>
#include <stddef.h>
#define OFFSET(type, member) ((size_t)&((type *)0)->member)
#define DISTANCE(type, member) ((size_t)((char *)&((type *)0)->member - (char *)0))
#define STARRED(type, member) ((int)(long)&(*(type *)0).member)
extern int nondet_int(void);

struct inner {
    short numbers[4];
    struct { char c; long l; } pair;
};
struct outer {
    char first;
    struct inner inner[3];
    union { int u; char v[8]; };
    int last;
};

static long table[] = {OFFSET(struct outer, last), DISTANCE(struct outer, inner[1].numbers[2]), STARRED(struct outer, v[3])};
static char room[OFFSET(struct outer, inner)];

int main(void)
{
    assert(table[0] == offsetof(struct outer, last));
    assert(table[1] == offsetof(struct outer, inner[1].numbers[2]));
    assert(table[2] == offsetof(struct outer, v[3]));
    assert(sizeof room == offsetof(struct outer, inner));
    int k = nondet_int();
    if (k < 0 || k > 2) return 0;
    assert((size_t)&((struct outer *)0)->inner[k].pair.l == offsetof(struct outer, inner[0].pair.l) + k * sizeof(struct inner));
    assert((size_t)((struct outer *)0 + 1) == sizeof(struct outer) && (size_t)((struct outer *)0)->inner == 8);
#ifdef BUG
    assert(OFFSET(struct outer, inner[k]) != 32);
#endif
#ifdef FOLLOWED
    return ((struct outer *)0)->last;
#endif
    struct outer object;
    struct inner *part = &object.inner[1];
    assert((struct outer *)((char *)part - OFFSET(struct outer, inner[1])) == &object);
    return 0;
}
