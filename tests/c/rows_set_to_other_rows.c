// check: unknown
// What a pointer to rows is set to later need not have rows of its length.
#include <assert.h>
int main(void)
{
    int n = 2, f[2][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    int (*p)[n];
    p = (int (*)[n])f;
    assert(p[1][0] == 4);
    return 0;
}
