/* A light goes round its three colours; the target is behind a number of rounds. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int light = 0;
    int greens = 0;

    for (int i = 0; i < 80; ++i) {
        int tick = __VERIFIER_nondet_int();

        if (light == 0 && tick == 1) {
            light = 1;
            ++greens;
        } else if (light == 1 && tick == 2)
            light = 2;
        else if (light == 2 && tick == 3)
            light = 0;
    }
    if (greens == 9 && light == 2)
        reach_error();
    return 0;
}
