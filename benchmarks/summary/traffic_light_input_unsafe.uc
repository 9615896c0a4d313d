// Green for 30 ticks, yellow for 5, red for 20.
main() {
  var n, t, light, since, rounds;
  n = input;
  assume n >= 0 && n <= 100000000;
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
  assert rounds * 55 < n || n < 5000;
  return 0;
}
