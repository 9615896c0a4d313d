// check: safe
// check -DTEXT: unsafe out-of-bounds@16
// check -DMISSING: unsafe out-of-bounds@16
// check -DROOM: unsafe out-of-bounds@13
// check -DOWN: unsafe out-of-bounds@24
// check -DLISTED: unsafe out-of-bounds@17
// Functions that take any number of arguments may be called by pointers.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
struct writer {
    int (*into)(char *, const char *, ...);
} writer = {sprintf};
static char open[3] = {'a', 'b', 'c'};
static int (*bounded)(char *, size_t, const char *, ...) = snprintf;
static int (*print)(const char *, ...) = printf;
static int (*print_list)(const char *, va_list) = vprintf;

static int sum(int n, ...)
{
    va_list list;
    int all = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) all += va_arg(list, int);
    va_end(list);
    return all;
}

static void note(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print_list(format, list);
    va_end(list);
}

int main(void)
{
    char text[8];
    int n = writer.into(text, "%d-%s", 12, "ab"), count = 0;
    assert(n == 5 && text[2] == '-' && text[5] == 0);
    n = bounded(text, 3, "%d", 12345);
    assert(n == 5 && text[1] == '2' && text[2] == 0);
    n = print("%s%n%c", "abc", &count, 'd');
    assert(count == 3 && (n < 0 || n == 4));
    int (*adds)(int, ...) = sum;
    assert(adds(3, 1, 2, 3) == 6 && adds(0) == 0);
    void (*notes)(const char *, ...) = note;
    notes("%s %d", "a", 1);
    note("%f", 1.5);
#if defined TEXT
    print("%s", open);
#elif defined MISSING
    print("%s %d", "a");
#elif defined ROOM
    writer.into(text, "%d", 123456789);
#elif defined OWN
    adds(2, 1);
#elif defined LISTED
    notes("%s", open);
#endif
    return 0;
}
