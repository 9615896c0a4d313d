// check: unsafe division-by-zero@13
extern int __VERIFIER_nondet_int(void);
static int factorial(int n)
{
    if (n <= 0)
        return 1;
    return n * factorial(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 6) return 0;
    return 10 / (factorial(n) - 24);
}
