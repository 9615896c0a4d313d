// Up and down between two limits.
main() {
  var n, low, high, t, x, up, turns;
  n = input;
  assume n >= 1000 && n <= 100000000;
  low = input;
  assume low >= 0 && low <= 1000;
  high = 2000;
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
  assert x < high || turns < 5;
  return 0;
}
