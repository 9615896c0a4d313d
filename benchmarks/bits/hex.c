/* Hexadecimal digits of 4 bytes, there and back.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
#ifdef BUG
    if (c >= 'a' && c < 'f')
#else
    if (c >= 'a' && c <= 'f')
#endif
        return c - 'a' + 10;
    return -1;
}

int main(void)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t in[4];
    char text[8];

    for (int i = 0; i < 4; i++) {
        in[i] = __VERIFIER_nondet_uchar();
        text[2 * i] = digits[in[i] >> 4];
        text[2 * i + 1] = digits[in[i] & 15];
    }
    for (int i = 0; i < 4; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);

        assert(high >= 0 && low >= 0);
        assert((high << 4 | low) == in[i]);
    }
    return 0;
}
