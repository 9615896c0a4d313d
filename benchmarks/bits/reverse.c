/* Reversing 32 bits two ways.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t by_loop(uint32_t x)
{
    uint32_t r = 0;

    for (int i = 0; i < 32; i++) {
        r = r << 1 | (x & 1);
        x >>= 1;
    }
    return r;
}

static uint32_t by_swapping(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
#ifdef BUG
    x = (x >> 4 & 0x0F0F0F0Fu) | (x & 0x0F0F0F1Fu) << 4;
#else
    x = (x >> 4 & 0x0F0F0F0Fu) | (x & 0x0F0F0F0Fu) << 4;
#endif
    x = (x >> 8 & 0x00FF00FFu) | (x & 0x00FF00FFu) << 8;
    return x >> 16 | x << 16;
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();

    assert(by_loop(x) == by_swapping(x));
    assert(by_swapping(by_swapping(x)) == x);
    return 0;
}
