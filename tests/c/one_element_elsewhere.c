// check -DIN_UNION: safe
// check -DIN_UNION -DOVER: unsafe out-of-bounds@51
// check -DEND: safe
// check -DEND -DOVER: unsafe out-of-bounds@55
// check -DTAIL: safe
// check -DTAIL -DOVER: unsafe out-of-bounds@36
// check -DARENA: safe
// check -DARENA -DOVER: unsafe out-of-bounds@64
// check -DSTACK: safe
// check -DSTACK -DOVER: unsafe out-of-bounds@68
// check -DROOM: safe
// check -DROOM -DOVER: unsafe out-of-bounds@72
// check -DWHOLE: safe
// check -DWHOLE -DOVER: unsafe out-of-bounds@76
// check -DPART: safe
// check -DPART -DOVER: unsafe out-of-bounds@80
// check -DFOLLOWED: unknown
// check -DFOLLOWED -DOVER: unsafe out-of-bounds@86
#include <alloca.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct item { short key; int value; };
struct items { long count; struct item list[1]; };
struct numbers { int n; int data[1]; };
union either { struct numbers numbers; long other; };
struct outer { int kind; struct items tail; };
struct first { int n; int data[1]; };
struct holder { struct first first; int more; };
static char pool[64];

static int sum(struct items *t)
{
    int s = 0;
    for (int i = 0; i < t->count; i++)
        s += t->list[i].value;
    return s;
}

// An array of one element at the end of a struct, in memory of bytes, in unions and behind pointers to parts: it ends with
// its object. Where something else may follow within that, runs are open.
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4 + 1, m = n;
#ifdef OVER
    m++;
#endif
#ifdef IN_UNION
    union either *u = malloc(sizeof *u + 16);
    for (unsigned i = 0; i < m + 1; i++)
        u->numbers.data[i] = i;
#elif defined END
    struct numbers *p = malloc(sizeof *p + (n - 1) * sizeof(int));
    int *rest = (int *)(p + 1);
    for (unsigned i = 0; i < m; i++) p->data[i] = rest - p->data;
#elif defined TAIL
    struct outer *o = malloc(sizeof *o + (n - 1) * sizeof(struct item));
    o->tail.count = m;
    for (unsigned i = 0; i < n; i++)
        o->tail.list[i].value = 1;
    return sum(&o->tail) != (int)n;
#elif defined ARENA
    struct numbers *p = (struct numbers *)(pool + 8 * (7 - n));
    for (unsigned i = 0; i < 2 * m + 1; i++) p->data[i] = i;
#elif defined STACK
    struct numbers *p = alloca(sizeof *p + (n - 1) * sizeof(int));
    for (unsigned i = 0; i < m; i++)
        p->data[i] = i;
#elif defined ROOM
    union { struct numbers numbers; char room[20]; } u;
    for (unsigned i = 0; i < m; i++)
        u.numbers.data[i] = i;
#elif defined WHOLE
    struct items *p = malloc(8 + 8 * n);
    for (unsigned i = 0; i < n; i++)
        p->list[m - 1] = (struct item){1, 2};
#elif defined PART
    struct items *p = malloc(8 + 8 * n + 2);
    for (unsigned i = 0; i < m + 1; i++)
        p->list[i].key = i;
#elif defined FOLLOWED
    struct holder *h = malloc(sizeof *h + 7);
    struct first *f = &h->first;
    f->data[0] = 1;
    unsigned k = m > n ? 4 : 2;
    f->data[k] = 2;
#endif
    return 0;
}
