// Fast up to a height, then slowly.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000) {
    return 0;
  }
  int h = __VERIFIER_nondet_int();
  if (h < 0 || h > 1000000) {
    return 0;
  }
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
  if (!(n < 100000 || steps * 3 != n)) {
    reach_error();
  }
  return 0;
}
