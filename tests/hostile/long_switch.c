/* A switch of 30,000 cases. */
extern int __VERIFIER_nondet_int(void);
#define F case __COUNTER__: x++;
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
int main(void) {
    int x = 0;
    switch (__VERIFIER_nondet_int()) { C C C C C C C C C C C C C C C C C C C C C C C C C C C C C C }
    return x;
}
