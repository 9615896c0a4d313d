// check: safe
// check -DTEXT: unsafe out-of-bounds@47
// check -DMISSING: unsafe out-of-bounds@49
// check -DTYPE: unsafe out-of-bounds@51
// check -DCOUNTED: unsafe assertion@53
// check -DLISTED: unsafe out-of-bounds@23
// check -DLENGTH: unsafe assertion@57
// check -DNO_FORMAT: unsafe null-dereference@59
// A format that is no literal is read, and so is what it says of the arguments.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
int nondet_int(void);
static const char *const formats[] = {"%d\n", "%s:%d\n", "%.3s %f%%\n", "%ld %c %lls"};
static char open[3] = {'a', 'b', 'c'};

static int note(const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    char text[20];
    int n = vsnprintf(text, sizeof text, format, list);
    assert(n < 20);
    int written = vfprintf(stderr, format, again);
    assert(written < 0 || written == n);
    va_end(again);
    va_end(list);
    return n;
}

int main(void)
{
    int x = nondet_int(), count = 0;
    if (x < -9 || x > 99) return 0;
    printf(formats[0], x);
    printf(formats[1], "a", x);
    int n = printf(formats[2], open, 0.5);
    assert(n < 0 || n == 14);
    const char *counting = "ab%n%d";
    n = printf(counting, &count, x);
    assert(count == 2 && (n < 0 || n == 3 || n == 4));
    n = printf("%5.1f|%-*d|%n", 2.25, 4, x, &count);
    assert(count == 11 && (n < 0 || n == 11));
    assert(note("%s %d", "x", 12) == 4);
#if defined TEXT
    printf(formats[1], open, 1);
#elif defined MISSING
    printf(formats[1], "a");
#elif defined TYPE
    printf(formats[1], 1, "a");
#elif defined COUNTED
    printf(counting, &count, 1), assert(count != 2);
#elif defined LISTED
    note("%d");
#elif defined LENGTH
    n = printf(formats[0], x); assert(n != 3);
#elif defined NO_FORMAT
    formats[0] == formats[1] ? 0 : printf(x == 5 ? NULL : "a");
#endif
    return 0;
}
