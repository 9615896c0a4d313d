// A button bounces for a while; it counts as pressed after 8 equal samples.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 1000000;
  int b = 1000;
  int t, raw, same, pressed;
  t = 0;
  raw = 0;
  same = 0;
  pressed = 0;
  while (t < n) {
    if (t < b) {
      same = 0;
      if (raw == 0) {
        raw = 1;
      } else {
        raw = 0;
      }
    } else {
      raw = 1;
      if (same < 8) {
        same = same + 1;
      } else {
        pressed = 1;
      }
    }
    t = t + 1;
  }
  if (!(pressed == 0)) {
    reach_error();
  }
  return 0;
}
