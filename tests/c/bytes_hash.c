// check: safe
// A checksum over the bytes of anything, by a loop.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
uint16_t __VERIFIER_nondet_ushort(void);
struct packet { uint16_t id, length; uint32_t time; };
static unsigned sum(const void *data, size_t size)
{
    const unsigned char *p = data;
    unsigned total = 0;
    while (size--)
        total += *p++;
    return total;
}
int main(void)
{
    struct packet p = { __VERIFIER_nondet_ushort(), 0x0102, 0x01010101 };
    assert(sum(&p, sizeof p) == (p.id & 255u) + (p.id >> 8) + 3 + 4);
    int table[3] = { 1, 256, -1 };
    assert(sum(table, sizeof table) == 1 + 1 + 4 * 255);
    return 0;
}
