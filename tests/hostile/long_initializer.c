/* An array of 500,000 numbers that are all given. */
#define A 1, 2, 3, 4, 5,
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
int numbers[] = { E E E E E E E E E E };
int main(void) { int i = 0, sum = 0; for (i = 0; i < 500000; i++) sum += numbers[i]; return sum == 7; }
