/* Brackets that open and close, never deep, one of them open at the end. Target: reachable. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int depth = 0;
    int pairs = 0;

    while (1) {
        int letter = __VERIFIER_nondet_int();

        if (letter == 0)
            break;
        if (letter == '(') {
            if (depth == 2)
                return 0;
            ++depth;
        }
        if (letter == ')') {
            if (depth == 0)
                return 0;
            --depth;
            ++pairs;
        }
    }
    if (pairs == 17 && depth == 1)
        reach_error();
    return 0;
}
