/* A table of 2,000 labels, from each of which any other may be next. */
extern int __VERIFIER_nondet_int(void);
#define P(a, b) P2(a, b)
#define P2(a, b) a##b
#define F P(l, __COUNTER__): n += x % 7 - 3; if (n > x) goto again; x = __VERIFIER_nondet_int();
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define G &&l0, &&l999, &&l1998, &&l7, &&l70, &&l700, &&l1700, &&l1707, &&l13, &&l1313,
int main(void) {
    int n = 0, x = 0;
    static void *const to[] = { G G G G G G G G G G };
again:
    x = __VERIFIER_nondet_int();
    goto *to[(unsigned)x % 100];
    C C
    if (n == 123456) __VERIFIER_error();
    goto again;
}
