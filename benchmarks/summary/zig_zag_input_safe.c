// Up and down between two limits.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000000) {
    return 0;
  }
  int low = __VERIFIER_nondet_int();
  if (low < 0 || low > 1000) {
    return 0;
  }
  int high = 2000;
  int t, x, up, turns;
  t = 0;
  x = low;
  up = 1;
  turns = 0;
  while (t < n) {
    if (up == 1) {
      x = x + 1;
      if (x == high) {
        up = 0;
        turns = turns + 1;
      }
    } else {
      x = x - 1;
      if (x == low) {
        up = 1;
        turns = turns + 1;
      }
    }
    t = t + 1;
  }
  if (!(low <= x && x <= high)) {
    reach_error();
  }
  return 0;
}
