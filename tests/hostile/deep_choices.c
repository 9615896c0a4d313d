/* Choices within choices, 4,000 deep. */
extern int __VERIFIER_nondet_int(void);
#define F x == __COUNTER__ ? x + 1 :
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = C C C C 0;
    if (y == 12 && x == 11) __VERIFIER_error();
    return 0;
}
