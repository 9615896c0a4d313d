// check: safe
// check -DWRONG: unsafe assertion@main.c:17
// An enumeration of a header is one type in all files, and two files may have their own of one tag.
#include <assert.h>
#include "colours.h"
enum own { FIRST };
#define colour(x) _Generic((x), enum colour *: 1, default: 0)

int main(void)
{
    enum own own = FIRST;
    assert(colour(&current) == 1 && colour(next(current)) == 1 && colour(&palette.first) == 1);
    assert(__builtin_types_compatible_p(side, typeof(turned)) && !__builtin_types_compatible_p(side, enum colour));
    assert(_Generic(&own, enum own *: 1, default: 0) && *next(RED) == GREEN);
#ifdef WRONG
    turned = RIGHT;
    assert(turned == LEFT);
#endif
    return 0;
}
