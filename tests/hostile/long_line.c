/* A line of 65,536 statements. */
#define A x++;
#define B A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B
#define D C C C C C C C C C C C C C C C C
#define E D D D D D D D D D D D D D D D D
int main(void) { int x = 0; E return x; }
