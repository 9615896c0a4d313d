// check: safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
static int sum(int n, ...)
{
    va_list list, again;
    va_start(list, n);
    va_copy(again, list);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(list, int);
    if (n > 0) assert(va_arg(again, int) <= s || n > 1);
    va_end(list);
    va_end(again);
    return s;
}
static void format(char *out, const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 's': *out++ = *va_arg(list, char *); break;
        case 'c': *out++ = (char)va_arg(list, int); break;
        case 'l': *out++ = (char)('0' + va_arg(list, long)); break;
        }
    *out = 0;
    va_end(list);
}
static int note(const char *text, ...)
{
    va_list list;
    va_start(list, text);
    int n = vprintf(text, list);
    va_end(list);
    return n;
}
int nondet_int(void);
int main(void)
{
    int x = nondet_int();
    if (x < 0 || x > 9) return 0;
    assert(sum(0) == 0 && sum(1, x) == x && sum(3, x, 2, 3) == x + 5 && sum(1, 7, "unused") == 7);
    char out[4];
    format(out, "scl", "abc", 'z', (long)x);
    assert(out[0] == 'a' && out[1] == 'z' && out[2] == '0' + x && out[3] == 0);
    note("%d\n", x);
    return 0;
}
