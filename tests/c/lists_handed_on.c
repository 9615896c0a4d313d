// check: safe
// check -DBUG: unsafe out-of-bounds@12
// A list of arguments may be handed to other functions, and by a pointer.
#include <assert.h>
#include <stdarg.h>
extern int nondet_int(void);

static int inner(const char *kinds, va_list *list)
{
    int sum = 0;
    for (; *kinds; kinds++)
        sum += *kinds == 'd' ? va_arg(*list, int) : *va_arg(*list, const char *);
    return sum;
}

static int middle(const char *kinds, va_list list)
{
    va_list copy;
    va_copy(copy, list);
    int sum = inner(kinds, &copy);
    va_end(copy);
    return sum;
}

static int outer(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    int sum = middle(kinds, list);
    va_end(list);
    return sum;
}

int main(void)
{
    int x = nondet_int();
    if (x < 0 || x > 9)
        return 0;
    assert(outer("dds", x, 2, "A") == x + 67);
    assert(outer("s", "B") == 66);
#ifdef BUG
    outer("dd", 1);
#endif
    return 0;
}
