// check: unsafe out-of-bounds@8
#include <stdarg.h>
static int last(int n, ...)
{
    va_list list;
    int x = 0;
    va_start(list, n);
    while (n-- > 0) x = va_arg(list, int);
    va_end(list);
    return x;
}
int nondet_int(void);
int main(void)
{
    int n = nondet_int();
    if (n > 3) return 0;
    return last(n, 1, 2);
}
