// check: unsafe assertion@24
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void fill(int n, int m, int a[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i - j;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 2 || n > 3 || m < 1 || m > 3)
        return 0;
    int rows = n, columns = m;
    int a[n][m], fixed[3][2] = {{0}};
    n = m = 0;
    assert(sizeof a == sizeof(int) * rows * columns && sizeof a[0] == sizeof(int) * columns);
    fill(rows, columns, a);
    assert(a[rows - 1][columns - 1] == rows - columns);
    fill(3, 2, fixed);
    assert(fixed[2][1] == 1 && fixed[0][1] == -1);
    int *row = a[1];
    assert(row[columns - 1] != -1);
    return 0;
}
