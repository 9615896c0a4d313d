/* Parity three ways.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int by_loop(uint32_t x)
{
    int p = 0;

    while (x) {
        p ^= x & 1;
        x >>= 1;
    }
    return p;
}

static int by_folding(uint32_t x)
{
    x ^= x >> 16;
    x ^= x >> 8;
    x ^= x >> 4;
#ifdef BUG
    return 0x6966 >> (x & 15) & 1;
#else
    return 0x6996 >> (x & 15) & 1;
#endif
}

static int by_multiplying(uint32_t x)
{
    x ^= x >> 1;
    x = (x ^ x >> 2) & 0x11111111u;
    x *= 0x11111111u;
    return x >> 28 & 1;
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();

    assert(by_folding(x) == by_multiplying(x));
    assert(by_loop(x & 0xFFF) == by_multiplying(x & 0xFFF));
    return 0;
}
