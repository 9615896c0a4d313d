// check: safe
// check -DBUG: unsafe assertion@37
// Names without a type are `int`s; labels of a block; members that only declare a tag; names of characters in names;
// variables by other names; alignments of expressions.
#include <assert.h>
static counted;
const limit = 3;
static twice(x) { return 2 * x; }
old(a, b) int a; char *b; { return a + b[0]; }
struct fields { const low : 3; unsigned high : 5; };
struct outer { struct tagged { int x; }; int y; int; };
_Static_assert(sizeof(struct outer) == sizeof(int), "a tag is no member");
int caf\u00e9 = 9;
int real = 7;
extern int other __attribute__((alias("real")));
extern unsigned char first_byte __attribute__((alias("real")));
int first(void) { return 1; }
extern int second(void) __attribute__((alias("first")));
extern int third(void) __attribute__((alias("second")));
typedef union { int *ints; char *chars; } pointers __attribute__((transparent_union));
static int is_null(pointers p) { return p.ints == 0; }
#define FIND(a, n, value) ({ __label__ found; int i; \
        for (i = 0; i < (n); i++) if ((a)[i] == (value)) goto found; \
        i = -1; found: i; })

int main(void)
{
    static register_like = 2;
    int values[] = { 5, 6, 7 };
    struct fields f = { -1, 31 };
    counted += limit;
    assert(counted == 3 && twice(4) == 8 && old(1, "A") == 66 && register_like == 2);
    assert(f.low == -1 && f.high == 31);
    assert(FIND(values, 3, 6) == 1 && FIND(values, 3, 9) == -1);
    café++;
#ifdef BUG
    assert(caf\u00e9 == 9);
#endif
    assert(caf\u00e9 == 10 && &other == &real && first_byte == 7);
    other = 258;
    assert(real == 258 && first_byte == 2 && third() == 1);
    assert(__alignof__ real == 4 && __alignof__ values[0] == 4);
    assert(is_null(0) && !is_null(values));
    return 0;
}
