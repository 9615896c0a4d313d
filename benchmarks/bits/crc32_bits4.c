/* Bitwise CRC-32 of 4 bytes: no two messages that differ in the last byte alone collide.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static uint32_t crc_bits(const uint8_t *data, int n)
{
    uint32_t crc = 0xFFFFFFFFu;

    for (int i = 0; i < n; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = (crc >> 1) ^ (0xEDB88320u & -(crc & 1u));
    }
    return ~crc;
}

int main(void)
{
    uint8_t a[4], b[4];

    for (int i = 0; i < 4; i++)
        a[i] = b[i] = __VERIFIER_nondet_uchar();
    b[3] = __VERIFIER_nondet_uchar();
#ifdef BUG
    assert(crc_bits(a, 4) != 0xDEADBEEFu);
#else
    if (a[3] != b[3])
        assert(crc_bits(a, 4) != crc_bits(b, 4));
#endif
    return 0;
}
