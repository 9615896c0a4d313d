/* The inner count starts anew in each round; the outer one counts the rounds in which it came to four. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int full = 0;

    for (int i = 0; i < 12; ++i) {
        int inner = 0;

        for (int j = 0; j < 6; ++j)
            if (__VERIFIER_nondet_int() == 3)
                ++inner;
        if (inner == 4)
            ++full;
    }
    if (full == 3)
        reach_error();
    return 0;
}
