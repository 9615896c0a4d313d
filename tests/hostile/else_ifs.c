/* An if with 50,000 else-ifs. */
extern int __VERIFIER_nondet_int(void);
#define F else if (x == __COUNTER__) y = __COUNTER__;
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    if (x == -1) y = 1;
    D D D D D
    if (y == 77) __VERIFIER_error();
    return 0;
}
