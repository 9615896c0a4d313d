// Numbers and texts written to memory: `sprintf` and `snprintf` with all layouts, and room for less than all.
#include <limits.h>
#include <stdio.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static void show(const char *text, int result)
{
    printf("%d\n", result);
    for (int i = 0; text[i]; i++)
        printf("%d\n", text[i]);
}

static void numbers(int number, unsigned bits, long wide, unsigned long all)
{
    char line[128];
    show(line, sprintf(line, "%d %i|%u %x %X %o", number, -7, bits, bits, bits, bits));
    show(line, sprintf(line, "%ld %lu %lx %lld %llu", wide, all, all, (long long)wide, (unsigned long long)all));
    show(line, sprintf(line, "%hhd %hhu %hd %hu", number, bits, number, bits));
    show(line, sprintf(line, "[%5d] [%-5d] [%05d] [%+d] [% d] [%+06d] [%-+6d]|", number % 1000, number % 1000, number % 1000,
                       number % 1000, number % 1000, number % 1000, number % 1000));
    show(line, sprintf(line, "%08x %4x %-4X| %zu %zd %td %jd", bits, bits & 255, bits & 255, sizeof line, (size_t)3,
                       line + 5 - line, (__INTMAX_TYPE__)wide));
}

static void texts(const char *text, char letter)
{
    char line[64];
    show(line, sprintf(line, "%s%%%c%s", text, letter, ""));
    show(line, sprintf(line, "[%8s] [%-8s] [%.2s] [%5.1s] [%.0s] [%3c] [%-3c]", text, text, text, text, text, letter, letter));
    show(line, sprintf(line, "\xe9\0%d"));
    show(line, sprintf(line, ""));
}

static void little_room(int number, const char *text)
{
    char line[16];
    for (size_t room = 0; room <= sizeof line; room++) {
        memset(line, 'x', sizeof line);
        int wanted = snprintf(line, room, "%s=%d;", text, number);
        printf("%d\n", wanted);
        for (int i = 0; i < 16; i++)
            printf("%d\n", line[i]);
    }
    printf("%d\n", snprintf(NULL, 0, "%d %s", number, text));
}

int main(void)
{
    numbers(0, 0, 0, 0);
    numbers(INT_MIN, UINT_MAX, LONG_MIN, ULONG_MAX);
    numbers(INT_MAX, 10, LONG_MAX, 1000);
    int number = __VERIFIER_nondet_int();
    unsigned bits = __VERIFIER_nondet_uint();
    long wide = __VERIFIER_nondet_long();
    numbers(number, bits, wide, __VERIFIER_nondet_ulong());
    texts("", 'a');
    char word[4] = {__VERIFIER_nondet_char(), 'o', 'k'};
    texts(word, __VERIFIER_nondet_char() | 1);
    little_room(__VERIFIER_nondet_int(), word);
    return 0;
}
