// check: safe
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);
static int last(int n, int m, int a[n][m], int (*row)[m])
{
    return a[n - 1][m - 1] + (*row)[0];
}
static int none(int n, int m, int a[n][m])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i][m - 1];
    return sum;
}
int main(void)
{
    int a[2][3] = {{0}}, m = __VERIFIER_nondet_int();
    a[1][2] = 5;
    __VERIFIER_assert(last(2, 3, a, &a[0]) == 5);
    __VERIFIER_assert(none(0, 3, a + 2) == 0 && none(0, 3, 0) == 0);
    if (m < 1 || m > 4)
        return 0;
    int b[2][m];
    b[0][0] = 1;
    b[1][m - 1] = 7;
    __VERIFIER_assert(last(2, m, b, b) == 8);
    return 0;
}
