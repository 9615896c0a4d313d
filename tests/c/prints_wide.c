// check: safe
// check -DTEXT: unsafe out-of-bounds@25
// check -DFORMAT: unsafe out-of-bounds@27
// check -DROOM: unsafe out-of-bounds@29
// check -DPUT: unsafe out-of-bounds@31
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
static wchar_t open[2] = {L'a', L'b'};

int main(void)
{
    wchar_t text[9];
    const wchar_t *format = L"%d %ls%n";
    int count = 0, n = swprintf(text, 9, L"%d-%ls-%s", 12, L"ab", "c");
    assert(n == 7 && text[2] == L'-' && text[6] == L'c' && text[7] == 0);
    n = swprintf(text, 3, L"%d", 12345);
    assert(n == -1);
    n = wprintf(format, 12, L"abc", &count);
    assert(count == 6 && (n < 0 || n == 6));
    fwprintf(stderr, L"%.2ls %lc", open, L'x');
    printf("%ls %.2ls", L"a", open);
    fputws(L"abc", stdout);
#if defined TEXT
    fwprintf(stderr, L"%ls", open);
#elif defined FORMAT
    wprintf(format, 1, open, &count);
#elif defined ROOM
    swprintf(text, 20, L"%d", 1234567890);
#elif defined PUT
    fputws(open, stdout);
#endif
    return 0;
}
