// check: unsafe assertion@16
#include <assert.h>
#include <stdlib.h>
extern int choose(void);
extern void fill(int *p);
int main(void)
{
    int x = 1, a[3] = {2, 2, 2}, which = choose();
    int *p = which == 0 ? 0 : which == 1 ? &x : &a[1];
    fill(p);
    if (which == 0)
        assert(x == 1 && a[0] == 2);
    if (which == 1)
        assert(a[0] == 2);
    if (which == 2)
        assert(x != 1 || a[2] == 2);
    return 0;
}
