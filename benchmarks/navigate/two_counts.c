/* Of forty events, nineteen and eleven must be of two kinds. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int red = 0;
    int blue = 0;

    for (int i = 0; i < 40; ++i) {
        int ball = __VERIFIER_nondet_int();

        if (ball == 1)
            ++red;
        else if (ball == 2)
            ++blue;
    }
    if (red == 19 && blue == 11)
        reach_error();
    return 0;
}
