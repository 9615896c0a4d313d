/* Swapping the bytes of 32 and 64 bits.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

static uint32_t swap32(uint32_t x)
{
    return x >> 24 | (x >> 8 & 0xFF00) | (x << 8 & 0xFF0000) | x << 24;
}

static uint64_t swap64(uint64_t x)
{
#ifdef BUG
    return (uint64_t)swap32(x) << 31 | swap32(x >> 32);
#else
    return (uint64_t)swap32(x) << 32 | swap32(x >> 32);
#endif
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();
    uint64_t y = __VERIFIER_nondet_ulonglong();

    assert(swap32(swap32(x)) == x);
    assert(swap64(swap64(y)) == y);
    assert((swap64(y) & 0xFF) == y >> 56);
    return 0;
}
