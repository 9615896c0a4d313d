// A nested loop whose bounds are inputs: at most 3 × 3 iterations.
main() {
  var i, j, n, m, s;
  n = input;
  m = input;
  assume n >= 0 && n <= 3;
  assume m >= 0 && m <= 3;
  s = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < m) {
      s = s + input;
      if (s > 100) {
        s = 0;
      }
      j = j + 1;
    }
    i = i + 1;
  }
  assert s <= 100;
  return s;
}
