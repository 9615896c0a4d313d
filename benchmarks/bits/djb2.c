/* A hash of 33·h ^ c over 8 letters: equal letters give equal hashes, and it can be inverted.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static uint32_t hash(const uint8_t *text, int n)
{
    uint32_t h = 5381;

    for (int i = 0; i < n; i++)
        h = h * 33 ^ text[i];
    return h;
}

int main(void)
{
    uint8_t text[8];
    uint32_t h;

    for (int i = 0; i < 8; i++)
        text[i] = __VERIFIER_nondet_uchar();
    h = hash(text, 8);
    for (int i = 7; i >= 0; i--)
        h = (h ^ text[i]) * 0x3E0F83E1u;
#ifdef BUG
    assert(hash(text, 8) != 0xCAFEBABEu);
#endif
    assert(h == 5381);
    return 0;
}
