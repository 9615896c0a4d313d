// check --check assert --technique compact: safe
// check --check assert --technique compact --self-check: safe
// Numbers that only add up may go around any number of times.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
#define ASSERT(c) if (!(c)) { reach_error(); }
int main(void)
{
    unsigned x = 0, y = 0;
    int a = __VERIFIER_nondet_int(), b = a;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        y += 4;
        a -= 5;
        b -= 5;
        __VERIFIER_nondet_int();
        ASSERT(y != 6);
    }
    ASSERT(x % 2 == 0 && y % 4 == 0);
    ASSERT(y == 2 * x && a == b);
    return 0;
}
