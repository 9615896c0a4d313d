/* Cases of 50,000 numbers each, 10,000 of them. */
extern int __VERIFIER_nondet_int(void);
#define F case (__COUNTER__ * 50000ll) ... (__COUNTER__ * 50000ll - 1): y++; break;
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
int main(void) {
    int y = 0;
    switch ((long long)__VERIFIER_nondet_int()) { C C C C C C C C C C default: y = -1; }
    if (y == 1 && __VERIFIER_nondet_int() == 3) __VERIFIER_error();
    return 0;
}
