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
        if (at >= room)
            return -1;
        out[at++] = (unsigned char)(a << 2 | b >> 4);
        if (c < 0)
            break;
#ifdef BUG
        if (at > room)
#else
        if (at >= room)
#endif
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

/* How many bytes a text stands for; -1 if it cannot be one. */
static int decoded_length(const char *text)
{
    int n = 0, padding = 0;
    for (; text[n]; n++) {
        if (text[n] == '=') {
            if (++padding > 2)
                return -1;
        } else if (padding > 0 || digit(text[n]) < 0) {
            return -1;
        }
    }
    return n % 4 ? -1 : n / 4 * 3 - padding;
}

/* Whether a text is what an encoder writes: digits, then at most two `=`. */
static int is_encoded(const char *text) { return decoded_length(text) >= 0; }

int main(void)
{
    unsigned char in[2], out[2], small[1];
    char text[5];
    int n = 0;
    while (n < 2 && __VERIFIER_nondet_int())
        in[n++] = __VERIFIER_nondet_uchar();
    int length = encode(in, n, text);
    assert(length == (n + 2) / 3 * 4);
    assert(decoded_length(text) == n);
    int back = decode(text, out, 2);
    assert(back == n);
    for (int i = 0; i < back; i++)
        assert(out[i] == in[i]);
    assert(decode(text, small, 1) == (n == 2 ? -1 : n));
    assert(decoded_length("QUJD") == 3 && decoded_length("QUI=") == 2);
    assert(!is_encoded("Q=I=") && !is_encoded("QUJ"));
    return 0;
}
