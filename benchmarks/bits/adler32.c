/* Adler-32 of 4 bytes: both halves stay below the modulus, and no step overflows.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MODULUS 65521u

int main(void)
{
    uint32_t a = 1, b = 0, sum;

    for (int i = 0; i < 4; i++) {
        a = (a + __VERIFIER_nondet_uchar()) % MODULUS;
        b = (b + a) % MODULUS;
    }
    sum = b << 16 | a;
    assert((sum & 0xFFFF) < MODULUS && sum >> 16 < MODULUS);
#ifdef BUG
    assert(sum != 0x03D8018Bu);
#else
    assert((sum & 0xFFFF) <= 1 + 4 * 255);
#endif
    return 0;
}
