/* Gray code: neighbours differ in one bit, and it can be decoded.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t gray(uint32_t x)
{
    return x ^ x >> 1;
}

static uint32_t decode(uint32_t g)
{
    g ^= g >> 16;
    g ^= g >> 8;
    g ^= g >> 4;
    g ^= g >> 2;
#ifdef BUG
    return g;
#else
    return g ^ g >> 1;
#endif
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint(), step = gray(x) ^ gray(x + 1);

    assert(step != 0 && (step & (step - 1)) == 0);
    assert(decode(gray(x)) == x);
    return 0;
}
