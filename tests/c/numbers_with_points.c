// check: safe
// check -DBUG: unsafe assertion@21
// `strtod` and its kin, and what they leave of the text.
#include <assert.h>
#include <stdlib.h>
extern unsigned char nondet_uchar(void);

int main(void)
{
    char *end;
    assert(strtod("abc", &end) == 0 && *end == 'a');
    assert(strtod("  -2.5e2,", &end) == -250 && *end == ',');
    assert(strtod("1e", &end) == 1 && *end == 'e');
    assert(strtod("0.1", NULL) == 0.1 && atof("3.25") == 3.25);
    assert(strtof("0.1", &end) == 0.1f && *end == 0);
    assert(strtold("0.1", &end) == 0.1L);
    char text[3] = {0, '5', 0};
    text[0] = (char)nondet_uchar();
    double d = strtod(text, &end);
#ifdef BUG
    assert(d != 0.5);
#endif
    if (end == text)
        assert(d == 0);
    return 0;
}
