// check: safe
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void print_list(const char *format, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    vfprintf(stderr, format, copy);
    va_end(copy);
}
static _Noreturn void fail(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_list(format, list);
    va_end(list);
    fprintf(stderr, "%s: %s\n", __func__, strerror(errno));
    exit(EXIT_FAILURE);
}
int main(void)
{
    int number = getchar();
    if (number < 0)
        fail("nothing of %d\n", 1);
    errno = number;
    if (errno != number)
        fail("no %s\n", "number");
    return 255 / (number + 1);
}
