// Fast up to a height, then slowly.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 1000000;
  int h = 600000;
  int x, steps;
  x = 0;
  steps = 0;
  while (x < n) {
    if (x < h) {
      x = x + 3;
    } else {
      x = x + 1;
    }
    steps = steps + 1;
  }
  if (!(x == 1000000 && steps == 600000)) {
    reach_error();
  }
  return 0;
}
