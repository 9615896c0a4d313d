/* 10^12 numbers. */
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(B(x))))
int x;
int main(void) { C(x++;) return 0; }
