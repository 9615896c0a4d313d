/* Counting ones four ways.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int by_loop(uint32_t x)
{
    int n = 0;

    for (int i = 0; i < 32; i++)
        n += x >> i & 1;
    return n;
}

static int by_clearing(uint16_t x)
{
    int n = 0;

    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}

static int in_parallel(uint32_t x)
{
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0Fu;
#ifdef BUG
    return (x * 0x01010101u) >> 25;
#else
    return (x * 0x01010101u) >> 24;
#endif
}

static int by_table(uint32_t x)
{
    static const unsigned char ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    int n = 0;

    for (int i = 0; i < 8; i++)
        n += ones[x >> (4 * i) & 15];
    return n;
}

int main(void)
{
    uint32_t x = __VERIFIER_nondet_uint();
    uint16_t y = __VERIFIER_nondet_ushort();

    assert(by_loop(x) == in_parallel(x));
    assert(by_table(x) == in_parallel(x));
    __VERIFIER_assume((y & 0xFF81) == 0);
    assert(by_clearing(y) == by_loop(y));
    return 0;
}
