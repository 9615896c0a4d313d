// check: unsafe out-of-bounds@9
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000 || m < 1 || m > 1000)
        return 0;
    int a[n][m];
    a[n - 1][n - 1] = 3;
    return a[n - 1][n - 1];
}
