// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int get(void *memory, int tag)
{
    if (tag == 1) { int *n = memory; return *n; }
    long *number = memory;
    return *number > 0;
}
int main(void)
{
    int a = 5; long b = 1L << 40;
    int tag = __VERIFIER_nondet_int();
    void *v = tag == 1 ? (void *)&a : (void *)&b;
    int r = get(v, tag);
    assert(r == 5 || r == 1);
    return 0;
}
