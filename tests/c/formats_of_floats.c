// check: safe
// check -DBUG: unsafe assertion@24
// check -DLONG: unsafe out-of-bounds@28
// Of floating point numbers that are written, the shape is known: how long they are, and where the point is.
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern double nondet_double(void);

int main(void)
{
    char text[40];
    double x = nondet_double();
    if (!(x > -1000.0 && x < 1000.0)) return 0;
    int length = snprintf(text, sizeof text, "%.3f", x);
    assert(length >= 5 && length <= 9);
    assert(strlen(text) == (size_t)length && text[length - 4] == '.');
    length = sprintf(text, "%1.15g", x);
    assert(length > 0 && length < 26);
    length = sprintf(text, "[%8.2e]", x);
    assert(length >= 10 && length < 14 && text[0] == '[');
#ifdef BUG
    length = snprintf(text, sizeof text, "%f", x);
    assert(length != 9);
#endif
#ifdef LONG
    char small[8];
    sprintf(small, "%f", x);
#endif
    return 0;
}
