// Green for 30 ticks, yellow for 5, red for 20.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000000) {
    return 0;
  }
  int t, light, since, rounds;
  t = 0;
  light = 0;
  since = 0;
  rounds = 0;
  while (t < n) {
    since = since + 1;
    if (light == 0) {
      if (since == 30) {
        light = 1;
        since = 0;
      }
    } else {
      if (light == 1) {
        if (since == 5) {
          light = 2;
          since = 0;
        }
      } else {
        if (since == 20) {
          light = 0;
          since = 0;
          rounds = rounds + 1;
        }
      }
    }
    t = t + 1;
  }
  if (!(rounds * 55 < n || n < 5000)) {
    reach_error();
  }
  return 0;
}
