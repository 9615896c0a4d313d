// check: safe
// check -DBUG: unsafe out-of-bounds@19
#include <assert.h>
#include <stddef.h>
#include <uchar.h>
#include <wchar.h>
extern unsigned char nondet_uchar(void);

int main(void)
{
    const wchar_t *a = L"h\x263a!";
    wchar_t b[10] = L"ab";
    char16_t s[] = u"x😀";
    assert(a[1] == 0x263a && a[3] == 0 && sizeof b == 40);
    assert(sizeof s == 8 && s[1] == 0xd83d && L'\n' == 10 && U'x' == 120);
    assert(wcslen(a) == 3 && wcscmp(b, L"ab") == 0 && wcschr(b, L'b') == b + 1);
    unsigned char index = nondet_uchar() % 5;
#ifdef BUG
    return a[index];
#else
    return index < 4 ? a[index] : 0;
#endif
}
