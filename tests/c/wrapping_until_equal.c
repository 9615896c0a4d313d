// check --check assert --technique compact: unsafe error-statement@20
// The loop's own condition is about a number that wraps: from 0 it is left after 171 rounds, as 3·171 = 2·256 + 1,
// and from anywhere after 255 at most.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void)
{
    unsigned char first = __VERIFIER_nondet_uchar(), x = first;
    int rounds = 0;
    while (x != 1) {
        x += 3;
        rounds++;
    }
    if (rounds > 255)
        reach_error();
    if (first == 0 && rounds != 171)
        reach_error();
    if (rounds == 171)
        if (first == 0)
            reach_error();
    return 0;
}
