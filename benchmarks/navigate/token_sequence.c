/* A parser that must see seven tokens in a row; any other token starts it anew. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int state = 0;

    for (int i = 0; i < 60; ++i) {
        int token = __VERIFIER_nondet_int();

        if (state == 0 && token == 17)
            state = 1;
        else if (state == 1 && token == 4)
            state = 2;
        else if (state == 2 && token == 99)
            state = 3;
        else if (state == 3 && token == 4)
            state = 4;
        else if (state == 4 && token == -7)
            state = 5;
        else if (state == 5 && token == 23)
            state = 6;
        else if (state == 6 && token == 8)
            state = 7;
        else if (state != 7)
            state = 0;
    }
    if (state == 7)
        reach_error();
    return 0;
}
