// check --entry f: unsafe assertion@10
#include <assert.h>
extern void fill(int *p);
void f(int *p, int n)
{
    if (n < 0 || p[n] != 3)
        return;
    assert(p[n] == 3);
    fill(p + 1);
    assert(p[n] == 3);
}
