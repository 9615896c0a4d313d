/* What two loops count has to fit together. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 0;
    int b = 0;

    for (int i = 0; i < 30; ++i)
        if (__VERIFIER_nondet_int() > 100)
            ++a;
    for (int j = 0; j < 30; ++j)
        if (__VERIFIER_nondet_int() < -100)
            ++b;
    if (a - b == 17 && a + b == 29)
        reach_error();
    return 0;
}
