/* A linear feedback shift register of 16 bits: no state stops it, and it runs backwards.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);

static uint16_t forward(uint16_t s)
{
    return (s >> 1) ^ (-(s & 1u) & 0xB400u);
}

static uint16_t backward(uint16_t s)
{
    unsigned low = s >> 15;

#ifdef BUG
    return (uint16_t)((s ^ (-low & 0xB000u)) << 1 | low);
#else
    return (uint16_t)((s ^ (-low & 0xB400u)) << 1 | low);
#endif
}

int main(void)
{
    uint16_t s = __VERIFIER_nondet_ushort(), t = s;

    __VERIFIER_assume(s != 0);
    for (int i = 0; i < 16; i++) {
        t = forward(t);
        assert(t != 0 && t != s);
    }
    for (int i = 0; i < 16; i++)
        t = backward(t);
    assert(t == s);
    return 0;
}
