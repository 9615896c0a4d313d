/* A condition of 2,000 parts, all of which look at one element of an array. */
extern int __VERIFIER_nondet_int(void);
#define F || a[x] == __COUNTER__
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
int a[10];
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    for (int i = 0; i < 10; i++) a[i] = __VERIFIER_nondet_int();
    if (x < 0 || x > 9) return 0;
    if (a[x] == -1 C C) y = 1;
    if (y != (a[x] >= -1 && a[x] < 2000)) __VERIFIER_error();
    return 0;
}
