// Texts that stand for numbers: `strtol` and its kin in many bases, the pointer behind the number, `errno`.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static const char *texts[] = {
    "", "+", "-", " \t\n\v\f\r 42", "-42x", "+7", "- 7", "--7", "+-7", "0", "00", "-0", "0x", "0X", "0xg", "0x1F", "-0x1f",
    "0x 1", "x1", "017", "08", "0b11", "1z", "zz", "ZZ", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
    "-18446744073709551616", "99999999999999999999999", "0x7fffffffffffffff", "0x8000000000000000",
    "0xffffffffffffffff", "0x10000000000000000", "-0xffffffffffffffff", "0777777777777777777777",
    "01777777777777777777777", "02000000000000000000000", "184467440737095516150000000000000009", "2147483648", "4294967296",
    "\x85" "1", "1\xff", "1 2",
};

static void show(const char *text, int base)
{
    char *end = (char *)text;
    errno = 0;
    printf("%ld\n", strtol(text, &end, base));
    printf("%d %d\n", (int)(end - text), errno == ERANGE);
    errno = 0;
    printf("%lu\n", strtoul(text, &end, base));
    printf("%d %d\n", (int)(end - text), errno == ERANGE);
}

static void known(const char *text)
{
    char *end;
    printf("%ld\n", strtol(text, &end, 10));
    printf("%d\n", (int)(end - text));
    printf("%lld\n", strtoll(text, &end, 16));
    printf("%d\n", (int)(end - text));
    printf("%llu\n", strtoull(text, &end, 0));
    printf("%d\n", (int)(end - text));
    printf("%ld %lu %lld %llu\n", strtol(text, NULL, 36), strtoul(text, (char **)NULL, 2),
           strtoll(text, 0, 8), strtoull(text, 0, 7));
    printf("%" PRIdMAX " %" PRIuMAX "\n", strtoimax(text, &end, 3), strtoumax(text, NULL, 11));
    printf("%d\n", (int)(end - text));
}

// A number with its sign and base as inputs, written digit by digit.
static void made(void)
{
    char line[80];
    unsigned long number = __VERIFIER_nondet_ulong();
    int base = __VERIFIER_nondet_int() & 31, at = 79;
    base += base < 2 ? 2 : 4;
    line[at] = '\0';
    line[--at] = __VERIFIER_nondet_char();
    do {
        int digit = number % base;
        line[--at] = digit < 10 ? '0' + digit : (number & 1 ? 'a' : 'A') + digit - 10;
        number /= base;
    } while (number);
    if (__VERIFIER_nondet_int() & 1)
        line[--at] = '-';
    show(line + at, base);
    show(line + at, 0);
    known(line + at);
}

static int sum(const char *list)
{
    int total = 0;
    for (;;) {
        char *next;
        long number = strtol(list, &next, 10);
        if (next == list)
            return total;
        total += (int)number;
        list = *next == ',' ? next + 1 : next;
    }
}

int main(void)
{
    for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++) {
        for (int base = 2; base <= 38; base += 7)
            show(texts[i], base == 37 ? 0 : base);
        show(texts[i], 10);
        known(texts[i]);
    }
    made();
    made();
    char *end = 0;
    int base = __VERIFIER_nondet_int() | 64;
    errno = 0;
    printf("%ld\n", strtol("12", &end, base));
    printf("%d %d\n", end == 0, errno == EINVAL);
    printf("%d %d\n", sum("1,22,-3"), sum("1, 2 3;4"));
    printf("%d %d\n", INT_MAX, LONG_MIN < 0);
    return EXIT_FAILURE;
}
