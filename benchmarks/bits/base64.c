/* Base64 of 6 bytes, there and back.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
#ifdef BUG
    return c == '+' ? 62 : 62;
#else
    return c == '+' ? 62 : 63;
#endif
}

int main(void)
{
    uint8_t in[6], out[6];
    char text[8];

    for (int i = 0; i < 6; i++)
        in[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 2; i++) {
        uint32_t v = (uint32_t)in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];

        for (int k = 0; k < 4; k++)
            text[4 * i + k] = letters[v >> (18 - 6 * k) & 63];
    }
    for (int i = 0; i < 2; i++) {
        uint32_t v = 0;

        for (int k = 0; k < 4; k++)
            v = v << 6 | value(text[4 * i + k]);
        out[3 * i] = v >> 16;
        out[3 * i + 1] = v >> 8;
        out[3 * i + 2] = v;
    }
    for (int i = 0; i < 6; i++)
        assert(in[i] == out[i]);
    return 0;
}
