/* Bitwise CRC-32 of 16 bytes, all but 4 of them fixed: a single byte that changes changes the sum.
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
    uint8_t a[16] = "0123456789abcde", b[16] = "0123456789abcde";

    for (int i = 0; i < 4; i++)
        a[i * 5] = b[i * 5] = __VERIFIER_nondet_uchar();
    b[15] = __VERIFIER_nondet_uchar();
#ifdef BUG
    assert(crc_bits(a, 16) != 0x7C605E69u);
#else
    if (a[15] != b[15])
        assert(crc_bits(a, 16) != crc_bits(b, 16));
#endif
    return 0;
}
