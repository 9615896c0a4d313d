// Fast up to a height, then slowly.
main() {
  var n, h, x, steps;
  n = 1000000;
  h = 600000;
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
  assert x == 1000000 && steps == 600000;
  return 0;
}
