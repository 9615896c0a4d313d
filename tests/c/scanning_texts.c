// check: safe
// check -DBUG: unsafe assertion@33
// check -DLONG: unsafe out-of-bounds@29
// `sscanf` is exact where its format is a literal.
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern unsigned char nondet_uchar(void);

int main(void)
{
    int a = 0, b = 0, at = 0;
    unsigned u = 0;
    double d = 0;
    char word[4], c;
    assert(sscanf("x=12, y=-7 abc", "x=%d, y=%d %3s", &a, &b, word) == 3);
    assert(a == 12 && b == -7 && strcmp(word, "abc") == 0);
    assert(sscanf("", "%d", &a) == -1 && sscanf("q", "%d", &a) == 0 && a == 12);
    assert(sscanf("ff 0x1f", "%x %i", &u, &a) == 2 && u == 255 && a == 31);
    assert(sscanf("12ab", "%d%n%c", &a, &at, &c) == 2 && at == 2 && c == 'a');
    assert(sscanf("abc123", "%2[a-c]%*c%d", word, &a) == 2 && a == 123 && word[2] == 0);
    assert(sscanf("2.5,", "%lf", &d) == 1 && d == 2.5);
    char text[3];
    text[0] = (char)nondet_uchar();
    text[1] = (char)nondet_uchar();
    text[2] = 0;
#ifdef LONG
    char small[2];
    sscanf(text, "%s", small);
#endif
    if (sscanf(text, "%d", &a) == 1)
#ifdef BUG
        assert(a >= 0);
#else
        assert(a > -10 && a < 100);
#endif
    return 0;
}
