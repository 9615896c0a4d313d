// Up and down between two limits.
main() {
  var n, low, high, t, x, up, turns;
  n = 1000000;
  low = 10;
  high = 510;
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
  assert turns == 2000 && x == 10 && up == 1;
  return 0;
}
