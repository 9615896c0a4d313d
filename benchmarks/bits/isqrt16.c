/* The integer square root of 16 bits.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

#define BITS 16
typedef uint16_t TYPE;

static TYPE root(TYPE n)
{
    TYPE r = 0, bit = (TYPE)1 << (BITS - 2);

    for (int i = 0; i < BITS / 2; i++) {
#ifdef BUG
        if (n > r + bit) {
#else
        if (n >= r + bit) {
#endif
            n -= r + bit;
            r = (r >> 1) + bit;
        } else {
            r >>= 1;
        }
        bit >>= 2;
    }
    return r;
}

int main(void)
{
    uint16_t n = __VERIFIER_nondet_ushort();
    uint32_t r = root(n);

    assert(r * r <= n);
    assert((r + 1) * (r + 1) > n);
    return 0;
}
