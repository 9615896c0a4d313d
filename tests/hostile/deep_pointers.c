/* Pointers to pointers, 4,000 deep, and as many calls of them. */
extern int __VERIFIER_nondet_int(void);
#define F *
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
int C C C C p;
int (C C C C q)(int);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (p == 0 && q == 0 && x == 3 && C C C C p) __VERIFIER_error();
    return 0;
}
