/* The least power of two that is not below a number.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static uint32_t next_power(uint32_t x)
{
    x--;
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
#ifndef BUG
    x |= x >> 16;
#endif
    return x + 1;
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint(), p;

    __VERIFIER_assume(x >= 1 && x <= 0x80000000u);
    p = next_power(x);
    assert((p & (p - 1)) == 0);
    assert(p >= x && p / 2 < x);
    return 0;
}
