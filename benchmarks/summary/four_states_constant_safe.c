// Four states with dwell times 3, 5, 7 and 2.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 1000000;
  int t, state, since, visits;
  t = 0;
  state = 0;
  since = 0;
  visits = 0;
  while (t < n) {
    if (state == 0) {
      if (since >= 3) {
        state = 1;
        since = 0;
      }
    } else {
      if (state == 1) {
        if (since >= 5) {
          state = 2;
          since = 0;
        }
      } else {
        if (state == 2) {
          if (since >= 7) {
            state = 3;
            since = 0;
          }
        } else {
          if (since >= 2) {
            state = 0;
            since = 0;
            visits = visits + 1;
          }
        }
      }
    }
    since = since + 1;
    t = t + 1;
  }
  if (!(visits == 58823 && state <= 3 && since <= 7)) {
    reach_error();
  }
  return 0;
}
