/* The integer square root of 32 bits, without branches.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static uint32_t root(uint32_t n)
{
    uint32_t r = 0;

    for (uint32_t bit = 1u << 30; bit != 0; bit >>= 2) {
        uint32_t next = r + bit;
#ifdef BUG
        uint32_t take = -(uint32_t)(n > next);
#else
        uint32_t take = -(uint32_t)(n >= next);
#endif

        n -= next & take;
        r = (r >> 1) + (bit & take);
    }
    return r;
}

int main(void)
{
    uint32_t n = __VERIFIER_nondet_uint();
    uint64_t r = root(n);

    assert(r * r <= n);
    assert((r + 1) * (r + 1) > n);
    return 0;
}
