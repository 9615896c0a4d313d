/* Functions that call each other for ever by way of a table, as inputs say. */
extern int __VERIFIER_nondet_int(void);
static int a(int), b(int), c(int);
static int (*const table[])(int) = { a, b, c };
static int a(int n) { return n + table[(unsigned)__VERIFIER_nondet_int() % 3](n + 1); }
static int b(int n) { return n - table[(unsigned)__VERIFIER_nondet_int() % 3](n * 2); }
static int c(int n) { return n == -7 ? n : table[n & 1](n ^ 5); }
int main(void)
{
    if (a(1) == 12345)
        __VERIFIER_error();
    return 0;
}
