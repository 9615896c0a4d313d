/* Four candidates; one wins by a given lead, and the last two have as many votes. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 0;
    int b = 0;
    int c = 0;
    int d = 0;

    for (int i = 0; i < 32; ++i) {
        int ballot = __VERIFIER_nondet_int();

        if (ballot == 1)
            ++a;
        else if (ballot == 2)
            ++b;
        else if (ballot == 3)
            ++c;
        else
            ++d;
    }
    if (a == b + 8 && c == d && c > 4)
        reach_error();
    return 0;
}
