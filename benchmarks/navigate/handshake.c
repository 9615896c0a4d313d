/* Hello, key, key, done; then so many messages, and goodbye. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int phase = 0;
    int messages = 0;

    while (phase != 5) {
        int packet = __VERIFIER_nondet_int();

        if (phase == 0 && packet == 1)
            phase = 1;
        else if (phase == 1 && packet == 20)
            phase = 2;
        else if (phase == 2 && packet == 21)
            phase = 3;
        else if (phase == 3 && packet == 30)
            phase = 4;
        else if (phase == 4 && packet == 7)
            ++messages;
        else if (phase == 4 && packet == 99)
            phase = 5;
        else
            return 0;
    }
    if (messages == 18)
        reach_error();
    return 0;
}
