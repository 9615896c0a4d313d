// check: unknown
// Flat memory that was seen as rows before, whose length becomes variable: no error, nor is it understood.
#include <assert.h>
#include <stdlib.h>
static int sum(int r, int n, int m[r][n])
{
    int s = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < n; j++) s += m[i][j];
    return s;
}
int main(void)
{
    int flat[12];
    for (int i = 0; i < 12; i++) flat[i] = i;
    int (*p)[3] = (int (*)[3])flat;
    assert(sum(4, 3, p) == 66);
    return 0;
}
