// check: unsafe assertion@13
#include <assert.h>
#include <stdlib.h>
static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
int nondet_int(void);
int main(void)
{
    int a[2] = {nondet_int(), nondet_int()};
    qsort(a, 2, sizeof(int), order);
    assert(a[0] <= a[1]);
    return 0;
}
