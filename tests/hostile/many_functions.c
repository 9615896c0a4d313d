/* 20,000 functions. */
#define P(a, b) P2(a, b)
#define P2(a, b) a##b
#define F int P(f, __COUNTER__)(int x) { if (x > 3) { while (x < 10) x++; return x; } return 2 * x; }
#define A F F F F F F F F F F
#define B A A A A A A A A A A
#define C B B B B B B B B B B
C C C C C C C C C C
C C C C C C C C C C
int main(void) { return f7(3); }
