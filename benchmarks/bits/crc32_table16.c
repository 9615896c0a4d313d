/* Table CRC-32 of 16 bytes: the sum of a message followed by its own sum is the residue.
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

int main(void)
{
    uint8_t a[16] = "kyklos-packet";
    uint32_t sum;

    make_table();
    a[0] = __VERIFIER_nondet_uchar();
    a[5] = __VERIFIER_nondet_uchar();
    a[11] = __VERIFIER_nondet_uchar();
    sum = crc_table(a, 12);
    for (int i = 0; i < 4; i++)
#ifdef BUG
        a[12 + i] = sum >> (24 - 8 * i);
#else
        a[12 + i] = sum >> (8 * i);
#endif
    assert(crc_table(a, 16) == 0x2144DF1Cu);
    return 0;
}
