/* A line of about a million statements. */
#define A x = x * 3 + 1;
#define B A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B
#define D C C C C C C C C C C C C C C C C
#define E D D D D D D D D D D D D D D D D
#define F E E E E E E E E E E E E E E E E
int main(void) { unsigned x = 0; F return x; }
