// check: unsafe
// check --technique apc --timeout 20: unsafe
// check --technique compact,apc --timeout 20: unsafe
// The counts of an inner loop speak of the round of the outer one, which is another one in each call.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static int last(int n)
{
    int below = 0, rest = 0;
    for (int i = 0; i < n; i++) {
        below = 0;
        rest = 0;
        for (int j = 0; j < 10; j++) {
            if (j < i)
                below++;
            else
                rest++;
        }
    }
    return below;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 2 || n > 8 || m < 2 || m > 8)
        return 0;
    int x = last(n), y = last(m);
    if (x == 3 && y == 5)
        __VERIFIER_error();
    return 0;
}
