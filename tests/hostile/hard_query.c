/* Factors of a product of two primes. */
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned long p = __VERIFIER_nondet_ulong(), q = __VERIFIER_nondet_ulong();
    if (p < 2 || q < 2 || p > 4294967295u || q > 4294967295u) return 0;
    assert(p * q != 1000000016000000063u);
    assert(p * p * p + q * q * q != 985074831345901u);
    return 0;
}
