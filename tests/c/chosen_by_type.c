// check: safe
// check -DBUG: unsafe assertion@16
// `_Generic` by whether what a pointer points to is constant.
#include <assert.h>
#define KIND(x) _Generic((x), int: 1, char *: 2, const char *: 3, default: 0)
#define SAME(x) _Generic((x), char *: 5, const char *: 5, default: 6)

static int length(const char *text) { return text[0] ? 1 + length(text + 1) : 0; }

int main(void)
{
    const char *text = "abc";
    assert(KIND(1) == 1 && KIND("x") == 2 && KIND((const char *)0) == 3 && KIND((char *)0) == 2 && KIND(1.0) == 0);
    assert(SAME(text) == 5 && SAME("a") == 5 && SAME(1) == 6);
#ifdef BUG
    assert(KIND((const char *)"x") == 2);
#endif
    assert(_Generic(text, char *: length, const char *: length)(text) == 3);
    return 0;
}
