/* Encodes bytes in base 64, and decodes them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static int encode(const unsigned char *in, int n, char *out)
{
    int at = 0;
    for (int i = 0; i < n; i += 3) {
        unsigned group = (unsigned)in[i] << 16;
        if (i + 1 < n)
            group |= (unsigned)in[i + 1] << 8;
        if (i + 2 < n)
            group |= in[i + 2];
        out[at++] = alphabet[group >> 18];
        out[at++] = alphabet[group >> 12 & 63];
        out[at++] = i + 1 < n ? alphabet[group >> 6 & 63] : '=';
        out[at++] = i + 2 < n ? alphabet[group & 63] : '=';
    }
    out[at] = 0;
    return at;
}
static int digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}
static int decode(const char *in, unsigned char *out, int room)
{
    int at = 0;
    for (; *in; in += 4) {
        int a = digit(in[0]), b = digit(in[1]), c = digit(in[2]), d = digit(in[3]);
        if (a < 0 || b < 0)
            return -1;
#ifdef BUG
        if (at > room)
#else
        if (at >= room)
#endif
            return -1;
        out[at++] = (unsigned char)(a << 2 | b >> 4);
        if (c < 0)
            break;
        if (at >= room)
            return -1;
        out[at++] = (unsigned char)(b << 4 | c >> 2);
        if (d < 0)
            break;
        if (at >= room)
            return -1;
        out[at++] = (unsigned char)(c << 6 | d);
    }
    return at;
}
int main(void)
{
    unsigned char in[4], out[3];
    char text[9];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    for (int i = 0; i < n; i++)
        in[i] = __VERIFIER_nondet_uchar();
    int length = encode(in, n, text);
    assert(length == (n + 2) / 3 * 4);
    int back = decode(text, out, 3);
    assert(n == 4 ? back == -1 : back == n);
    for (int i = 0; i < back; i++)
        assert(out[i] == in[i]);
    return 0;
}
