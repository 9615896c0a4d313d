// The number of iterations is an input within bounds.
// check: unsafe
main() {
  var n, i, s;
  n = input;
  assume n >= 0 && n <= 7;
  i = 0;
  s = 0;
  while (i < n) {
    i = i + 1;
    s = s + i;
  }
  assert 2 * s == n * (n + 1);
  assert s != 21; //~ assertion(6)
  return 0;
}
