/* Two ifs in a row, each with 500 else-ifs. */
extern int __VERIFIER_nondet_int(void);
#define F(y) else if (x == __COUNTER__) y = __COUNTER__ % 7;
#define A(y) F(y) F(y) F(y) F(y) F(y) F(y) F(y) F(y) F(y) F(y)
#define B(y) A(y) A(y) A(y) A(y) A(y) A(y) A(y) A(y) A(y) A(y)
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0, z = 0;
    if (x == -1) y = 1;
    B(y) B(y) B(y) B(y) B(y)
    if (x == -2) z = 1;
    B(z) B(z) B(z) B(z) B(z)
    if (y > 6 || z < 0) __VERIFIER_error();
    return 0;
}
