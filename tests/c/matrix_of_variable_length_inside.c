// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || m < n || m > 1000)
        return 0;
    int a[n][m], b[3][m], c[m][2];
    a[n - 1][m - 1] = 3;
    a[0][n - 1] = n + m == 2 ? 3 : 4;
    b[2][m - 1] = 5;
    c[m - 1][1] = 6;
    assert(sizeof a / sizeof a[0] == (unsigned long)n);
    assert((n == 1 || a[n - 1][m - 1] == 3) && b[2][m - 1] + c[m - 1][1] == 11);
    return 0;
}
