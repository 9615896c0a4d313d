// check: safe
// check -DBUG: unsafe assertion@25
// Wide characters, and texts of bytes as wide ones, in the locale "C".
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
extern wint_t nondet_uint(void);

int main(void)
{
    wint_t c = nondet_uint();
    assert(!iswalnum(c) || iswalpha(c) || iswdigit(c));
    if (iswupper(c)) assert(towlower(c) == c + 32);
    assert(!iswspace(c) || c < 128);
    assert(iswpunct(L'!') && !iswalpha(L'1') && iswxdigit(L'f') && towupper(L'x') == L'X');
    assert(btowc('a') == L'a' && btowc(-1) == WEOF && wctob(L'a') == 'a' && wctob(300) == EOF);
    assert(isascii(127) && !isascii(200) && toascii(200) == 72);
#ifdef BUG
    assert(iswprint(c) || c < 32);
#endif
    wchar_t wide[8];
    char narrow[8];
    assert(mbstowcs(wide, "abc", 8) == 3 && !wcscmp(wide, L"abc") && mbstowcs(NULL, "abcd", 0) == 4);
    assert(wcstombs(narrow, L"xy", 8) == 2 && !strcmp(narrow, "xy"));
    assert(mblen("a", 1) == 1 && mbtowc(wide, "b", 1) == 1 && wide[0] == L'b' && wctomb(narrow, L'c') == 1);
    assert(wcsspn(L"aab", L"a") == 2 && wcscspn(L"aab", L"b") == 2 && *wcspbrk(L"abc", L"xc") == L'c');
    wchar_t *end;
    assert(wcstol(L"-42x", &end, 10) == -42 && *end == L'x' && wcstoul(L"ff", NULL, 16) == 255);
    assert(strxfrm(narrow, "abc", 8) == 3 && !strcmp(narrow, "abc") && wcscoll(L"a", L"b") < 0);
    char path[] = "a/b";
    assert(rawmemchr(path, 'b') == path + 2 && !strcmp(basename(path), "b"));
    assert(scalbln(3, 2) == 12 && nexttoward(1, 2) > 1 && nexttoward(1, 1) == 1 && __builtin_powi(2, -2) == 0.25);
    return 0;
}
