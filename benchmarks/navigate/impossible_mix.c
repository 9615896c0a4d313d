/* Steps of six and of fifteen never come to a sum that three does not divide. Target: unreachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 1000 && __VERIFIER_nondet_int() != 0; ++i) {
        if (__VERIFIER_nondet_int() > 0)
            sum += 6;
        else
            sum += 15;
    }
    if (sum == 100)
        reach_error();
    return 0;
}
