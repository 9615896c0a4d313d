// check: safe
// check --data-model ILP32: safe
// check -DSHORT: unsafe out-of-bounds@21
// check -DBEYOND: unsafe out-of-bounds@33
// check -DNEGATIVE: unsafe null-dereference@50
// `calloc` gives null if so many times so many bytes cannot be counted. `realloc` gives all bytes that it is asked for, also
// behind the last whole element.
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static void many(unsigned long n, unsigned long m)
{
    int *p = calloc(n, m);
    if (!p)
        return;
    if (n >= 1 && m >= 4 && p[0] == 0)
        p[0] = 1;
#ifdef SHORT
    p[0] = n >= 1 && m >= 2;
#endif
    free(p);
}

static void larger(unsigned long n)
{
    int *p = malloc(4), *q = p ? realloc(p, n) : 0;
    if (!q)
        return;
    ((char *)q)[n - 1] = 1;
#ifdef BEYOND
    ((char *)q)[n] = 1;
#endif
    free(q);
}

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
    if (n > 0)
        many(n, m);
    if (n >= 5 && n <= 7)
        larger(n);
    // Constants, too.
    size_t most = -1;
    assert(!calloc(most / 2, 3));
#ifdef NEGATIVE
    if (n > 1)
        *(char *)calloc(-1, n) = 1;
#endif
    return 0;
}
