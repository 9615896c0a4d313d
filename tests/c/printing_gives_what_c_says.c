// check: safe
#include <assert.h>
#include <stdio.h>
int nondet_int(void);
int main(void)
{
    int x = nondet_int(), calls = 0;
    int n = printf("%d,%3c|%-5s%%\n", (calls++, 7), 'c', "ab");
    assert(calls == 1 && (n < 0 || n == 13));
    n = printf("%d", x);
    assert(n < 0 || n >= 1 && n <= 11);
    if (x >= -9 && x < 0) assert(n < 0 || n == 2);
    int c = putchar(300);
    assert(c == EOF || c == 44);
    c = fputc(-1, stdout);
    assert(c == EOF || c == 255);
    assert(puts("a") >= EOF && fputs("a", stderr) >= EOF);
    int f = fflush(stdout);
    assert(f == 0 || f == EOF);
    assert(fwrite("abc", 1, 3, stdout) <= 3);
    n = fprintf(stderr, "%s", (char *)0);
    assert(n < 0 || n == 6);
    return 0;
}
