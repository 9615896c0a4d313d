// check: safe
// check -DLONG: unsafe out-of-bounds@16
// `fgetws` ends what it reads.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
int main(void)
{
    wchar_t line[6];
    if (!fgetws(line, 6, stdin)) return 1;
    size_t n = wcslen(line);
    assert(n < 6);
    for (size_t i = 0; i + 1 < n; i++) assert(line[i] != L'\n');
#ifdef LONG
    wchar_t shorter[4];
    wcscpy(shorter, line);
#endif
    return 0;
}
