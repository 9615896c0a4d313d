// check: safe
// check -DBUG: unsafe out-of-bounds@12
// Functions on wide characters and on memory that are written in C.
#include <assert.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
    wchar_t s[6];
#ifdef BUG
    wcsncpy(s, L"too long", 7);
#endif
    wcsncpy(s, L"abc", 6);
    assert(wcslen(s) == 3 && s[5] == 0 && wcsncmp(s, L"abd", 2) == 0);
    assert(wcsrchr(s, L'b') == s + 1 && wcsstr(s, L"bc") == s + 1);
    wmemset(s, L'x', 2);
    assert(s[1] == L'x' && wmemchr(s, L'c', 6) == s + 2);
    wchar_t t[6];
    wmemcpy(t, s, 6);
    assert(wmemcmp(s, t, 6) == 0);
    char a[4] = "abc", b[4];
    assert((char *)mempcpy(b, a, 4) == b + 4 && memrchr(b, 'b', 4) == b + 1);
    assert(memmem(a, 3, "bc", 2) == a + 1 && strcasestr("xAbC", "abc") != 0);
    return 0;
}
