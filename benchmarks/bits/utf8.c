/* A code point as UTF-8, there and back.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int encode(uint32_t c, uint8_t *out)
{
    if (c < 0x80) {
        out[0] = c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = 0xC0 | c >> 6;
        out[1] = 0x80 | (c & 0x3F);
        return 2;
    }
    if (c < 0x10000) {
        out[0] = 0xE0 | c >> 12;
        out[1] = 0x80 | (c >> 6 & 0x3F);
        out[2] = 0x80 | (c & 0x3F);
        return 3;
    }
    out[0] = 0xF0 | c >> 18;
    out[1] = 0x80 | (c >> 12 & 0x3F);
    out[2] = 0x80 | (c >> 6 & 0x3F);
    out[3] = 0x80 | (c & 0x3F);
    return 4;
}

static uint32_t decode(const uint8_t *in, int *used)
{
    if (in[0] < 0x80) {
        *used = 1;
        return in[0];
    }
    if ((in[0] & 0xE0) == 0xC0) {
        *used = 2;
        return (in[0] & 0x1F) << 6 | (in[1] & 0x3F);
    }
    if ((in[0] & 0xF0) == 0xE0) {
        *used = 3;
        return (in[0] & 0x0F) << 12 | (in[1] & 0x3F) << 6 | (in[2] & 0x3F);
    }
    *used = 4;
#ifdef BUG
    return (in[0] & 0x03) << 18 | (in[1] & 0x3F) << 12 | (in[2] & 0x3F) << 6 | (in[3] & 0x3F);
#else
    return (in[0] & 0x07) << 18 | (in[1] & 0x3F) << 12 | (in[2] & 0x3F) << 6 | (in[3] & 0x3F);
#endif
}

int main(void)
{
    uint8_t text[4] = {0, 0, 0, 0};
    uint32_t c = __VERIFIER_nondet_uint();
    int length, used;

    __VERIFIER_assume(c <= 0x10FFFF);
    length = encode(c, text);
    assert(decode(text, &used) == c);
    assert(used == length);
    return 0;
}
