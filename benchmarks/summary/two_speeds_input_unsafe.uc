// Fast up to a height, then slowly.
main() {
  var n, h, x, steps;
  n = input;
  assume n >= 0 && n <= 1000000;
  h = input;
  assume h >= 0 && h <= 1000000;
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
  assert n < 100000 || steps * 3 != n;
  return 0;
}
