/* Multiplying fixed-point numbers of 16.16 bits.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t multiply(uint32_t a, uint32_t b)
{
#ifdef BUG
    return (a * b) >> 16;
#else
    return ((uint64_t)a * b) >> 16;
#endif
}

int main(void)
{
    uint32_t a = __VERIFIER_nondet_uint() & 0x3FFFF, half = 0x8000, one = 0x10000;

    assert(multiply(a, one) == a);
    assert(multiply(a, half) == a / 2);
    assert(multiply(a, 3 * one) == 3 * a);
    return 0;
}
