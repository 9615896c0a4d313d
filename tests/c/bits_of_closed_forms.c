// check --technique compact -DWRONG=0: safe
// check --technique compact -DWRONG=8: unsafe error-statement@17
// The closed form of x has no bounds by itself; the path keeps it in its type's range.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), x = 1, i = 0;
    if (n > 20)
        return 0;
    while (i < n) {
        x = x * 3;
        i++;
    }
    unsigned y = x ^ (x >> 3);
    if (y == WRONG)
        reach_error();
    return 0;
}
