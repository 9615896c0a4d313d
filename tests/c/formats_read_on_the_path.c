// check: safe
// check -DBUG: unsafe assertion@39
// check -DLONG: unsafe out-of-bounds@43
// check -DFEW: unsafe out-of-bounds@17
// A format that is no literal is read where it is known on the path; lists of arguments are handed on.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int nondet_int(void);

static int into(char *buffer, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(buffer, size, format, list);
    va_end(list);
    return length;
}

int main(void)
{
    char text[24];
    int number = nondet_int(), length;
    const char *format = number > 0 ? "%d!" : "<%d>";
    length = snprintf(text, sizeof text, format, number);
    assert(length >= 2 && length <= 13 && text[length] == 0);
    assert(number > 0 ? text[length - 1] == '!' : text[0] == '<');
    length = into(text, sizeof text, "%*d|%-4s|%.3d|%#x|%+d", 3, 7, "ab", 5, 255, 3);
    assert(length == 20 && strcmp(text, "  7|ab  |005|0xff|+3") == 0);
    length = into(text, 4, "%s-%lu", "abc", 123456789012ul);
    assert(length == 16 && strcmp(text, "abc") == 0);
    char *made;
    if (asprintf(&made, "%c%s", 'x', "yz") < 0) return 1;
    assert(strcmp(made, "xyz") == 0 && strlen(made) == 3);
    free(made);
#ifdef BUG
    assert(into(text, sizeof text, "%d", number) != 11);
#endif
#ifdef LONG
    char small[4];
    sprintf(small, format, number);
#endif
#ifdef FEW
    into(text, sizeof text, "%d %s", number);
#endif
    return 0;
}
