// check: safe
// check -DINDEX: unsafe out-of-bounds@24
// check -DMOVED: unsafe out-of-bounds@26
// check -DEMPTY: unsafe out-of-bounds@30
// What lies before an array at the end of a struct is no element of it, although it belongs to the same memory.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct numbers { int count; int data[]; };
struct empty { int count; short data[0]; };

int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    struct numbers *p = malloc(sizeof *p + 3 * sizeof(int));
    p->count = 3;
    for (int k = 0; k < 3; k++)
        p->data[k] = k;
    assert(p->data[i] == i && *(p->data + i) == i);
    i--;
#ifdef INDEX
    p->data[i] = 1;
#elif defined MOVED
    return *(p->data - 1);
#elif defined EMPTY
    struct empty *q = malloc(sizeof *q + 4);
    q->count = 1;
    return *(q->data + i);
#endif
    free(p);
    return 0;
}
