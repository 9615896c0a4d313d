/* An iterator over the characters of a text in UTF-8; what is wrong is replaced. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct iterator {
    const unsigned char *at, *end;
};

#define REPLACEMENT 0xfffdu
static unsigned utf8_next(struct iterator *it)
{
    unsigned first = *it->at++;
    unsigned code, more, least;
    if (first < 0x80)
        return first;
    if (first >= 0xc2 && first < 0xe0) {
        code = first & 0x1f, more = 1, least = 0x80;
    } else if (first >= 0xe0 && first < 0xf0) {
        code = first & 0x0f, more = 2, least = 0x800;
    } else if (first >= 0xf0 && first < 0xf5) {
        code = first & 0x07, more = 3, least = 0x10000;
    } else {
        return REPLACEMENT;
    }
    while (more--) {
#ifndef BUG
        if (it->at == it->end)
            return REPLACEMENT;
#endif
        if ((*it->at & 0xc0) != 0x80)
            return REPLACEMENT;
        code = code << 6 | (*it->at++ & 0x3f);
    }
    if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return REPLACEMENT;
    return code;
}

/* Writes a character; gives how many bytes it takes, 0 if it is none. */
static unsigned utf8_put(unsigned char *out, unsigned code)
{
    if (code < 0x80) {
        out[0] = (unsigned char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (unsigned char)(0xc0 | code >> 6);
        out[1] = (unsigned char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code >= 0xd800 && code < 0xe000)
        return 0;
    if (code < 0x10000) {
        out[0] = (unsigned char)(0xe0 | code >> 12);
        out[1] = (unsigned char)(0x80 | (code >> 6 & 0x3f));
        out[2] = (unsigned char)(0x80 | (code & 0x3f));
        return 3;
    }
    return 0;
}

/* How many characters there are. */
static unsigned utf8_count(const unsigned char *text, unsigned n)
{
    struct iterator it = {text, text + n};
    unsigned count = 0;
    while (it.at != it.end) {
        utf8_next(&it);
        count++;
    }
    return count;
}

int main(void)
{
    unsigned char text[3];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_uchar();
    struct iterator it = {text, text + 3};
    int count = 0;
    while (it.at != it.end) {
        unsigned code = utf8_next(&it);
        assert(code <= 0x10ffff);
        assert(code < 0xd800 || code >= 0xe000);
        count++;
    }
    assert(count >= 1 && count <= 3);
    unsigned char written[3];
    unsigned code = __VERIFIER_nondet_uchar() * 256u + text[0];
    unsigned n = utf8_put(written, code);
    if (n > 0) {
        struct iterator again = {written, written + n};
        assert(utf8_next(&again) == code && again.at == again.end);
    } else {
        assert(code >= 0xd800 && code < 0xe000);
    }
    assert(utf8_count(written, n) == (n > 0));
    return 0;
}
