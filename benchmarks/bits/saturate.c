/* Saturating addition without branches.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t add(uint32_t a, uint32_t b)
{
    uint32_t sum = a + b;

#ifdef BUG
    return sum | -(uint32_t)(sum <= a);
#else
    return sum | -(uint32_t)(sum < a);
#endif
}

static int8_t add_signed(int8_t a, int8_t b)
{
    uint8_t x = a, y = b, sum = x + y;

    x = (x >> 7) + 127;
    if ((uint8_t)((x ^ y) | ~(y ^ sum)) < 128)
        sum = x;
    return (int8_t)sum;
}

int main(void)
{
    uint32_t a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    int8_t c = (int8_t)__VERIFIER_nondet_uchar(), d = (int8_t)__VERIFIER_nondet_uchar();
    uint64_t sum = (uint64_t)a + b;
    int wide = c + d;

    assert(add(a, b) == (sum > 0xFFFFFFFFu ? 0xFFFFFFFFu : sum));
    assert(add_signed(c, d) == (wide > 127 ? 127 : wide < -128 ? -128 : wide));
    return 0;
}
