// A nested loop whose bounds are inputs: 8 × 8 iterations at most.
main() {
  var i, j, n, m, s;
  n = input;
  m = input;
  assume n >= 0 && n <= 8;
  assume m >= 0 && m <= 8;
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
