/* A machine with two registers: one is filled, moved to the other twice as fast, and looked at. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 0;
    int b = 0;
    int steps = 0;

    while (steps < 100) {
        int op = __VERIFIER_nondet_int();

        if (op == 1 && a < 4)
            ++a;
        else if (op == 2 && a > 0) {
            --a;
            b += 2;
        } else if (op == 0)
            break;
        ++steps;
    }
    if (b == 34 && a == 3)
        reach_error();
    return 0;
}
