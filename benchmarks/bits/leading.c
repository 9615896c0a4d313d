/* Leading zeros by halving and by a loop.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

static int by_halving(uint32_t x)
{
    int n = 0;

    if (x == 0)
        return 32;
    if (x <= 0x0000FFFFu) { n += 16; x <<= 16; }
    if (x <= 0x00FFFFFFu) { n += 8; x <<= 8; }
    if (x <= 0x0FFFFFFFu) { n += 4; x <<= 4; }
    if (x <= 0x3FFFFFFFu) { n += 2; x <<= 2; }
#ifdef BUG
    if (x < 0x7FFFFFFFu) { n += 1; }
#else
    if (x <= 0x7FFFFFFFu) { n += 1; }
#endif
    return n;
}

static int by_loop(uint32_t x)
{
    int n = 32;

    while (x != 0) {
        n--;
        x >>= 1;
    }
    return n;
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();

    assert(by_halving(x) == by_loop(x));
    return 0;
}
