// check: unsafe error-statement@16
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int state = 0;
    int steps = 0;
again:
    if (steps++ > 3)
        return 0;
    switch (__VERIFIER_nondet_int()) {
    case 1: state += 1; goto again;
    case 2: state += 10; /* falls through */
    case 3: state *= 2; goto again;
    default:
        if (state == 44) reach_error();
    }
    return state;
}
