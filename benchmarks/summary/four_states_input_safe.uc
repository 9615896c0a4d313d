// Four states with dwell times 3, 5, 7 and 2.
main() {
  var n, t, state, since, visits;
  n = input;
  assume n >= 0 && n <= 100000000;
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
  assert visits * 17 <= n && since <= 7 && state <= 3;
  return 0;
}
