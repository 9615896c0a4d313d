/* The greatest common divisor of bytes, by Euclid and by Stein.
   With BUG defined, it is wrong. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned euclid(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static unsigned stein(unsigned a, unsigned b)
{
    unsigned shift = 0;

    if (a == 0 || b == 0)
        return a | b;
    while (((a | b) & 1) == 0) {
        a >>= 1;
        b >>= 1;
        shift++;
    }
    while ((a & 1) == 0)
        a >>= 1;
    while (b != 0) {
        while ((b & 1) == 0)
            b >>= 1;
        if (a > b) {
            unsigned other = a;

            a = b;
            b = other;
        }
        b -= a;
    }
#ifdef BUG
    return a;
#else
    return a << shift;
#endif
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;

    assert(euclid(a, b) == stein(a, b));
    return 0;
}
