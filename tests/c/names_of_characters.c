// check: safe
// check -DBUG: unsafe assertion@16
// `\u` in strings is its bytes, in wide ones its number; the alignment of expressions.
#include <assert.h>
#include <string.h>

int main(void)
{
    const char *text = "a\u00e9\u20acb";
    assert(strlen(text) == 7 && (unsigned char)text[1] == 0xc3 && text[6] == 'b');
    const __WCHAR_TYPE__ *wide = L"\u20ac0";
    assert(wide[0] == 0x20ac && wide[1] == '0' && L'\u00e9' == 0xe9);
    double number = 0;
    assert(__alignof__(number) == 8 && __alignof__(short) == 2);
#ifdef BUG
    assert(strlen("\U0001f600") == 3);
#endif
    return 0;
}
