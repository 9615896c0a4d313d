// Up and down between two limits.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 1000000;
  int low = 10;
  int high = 510;
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
  if (!(turns == 2000 && x == 10 && up == 1)) {
    reach_error();
  }
  return 0;
}
