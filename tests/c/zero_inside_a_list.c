// check: safe
// Behind an inner list of zeros, the next value is the next one.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct inner { int b; };
struct outer { int a; struct inner s; int c; };
int main(void)
{
    int k = __VERIFIER_nondet_int();
    struct outer x = { 1, { 0 }, k };
    assert(x.a == 1 && x.c == k);
    return 0;
}
