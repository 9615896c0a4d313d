/* Table CRC-32 of 4 bytes is what the bitwise one is.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static uint32_t table[256];

static void make_table(void)
{
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;

        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
}

static uint32_t crc_table(const uint8_t *data, int n)
{
    uint32_t crc = 0xFFFFFFFFu;

    for (int i = 0; i < n; i++)
        crc = table[(crc ^ data[i]) & 0xFF] ^ (crc >> 8);
    return ~crc;
}

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
    uint8_t a[4];

    make_table();
#ifdef BUG
    table[0x83] ^= 0x100;
#endif
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_uchar();
    assert(crc_table(a, 4) == crc_bits(a, 4));
    return 0;
}
