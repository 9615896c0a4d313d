// Nested loops, the inner bound by the outer counter.
// check: unsafe
main() {
  var n, i, j, count;
  n = input;
  assume n >= 0 && n <= 4;
  count = 0;
  i = 0;
  while (i < n) {
    j = 0;
    while (j < i) {
      count = count + 1;
      j = j + 1;
    }
    i = i + 1;
  }
  assert count == n * (n - 1) / 2;
  assert count != 3; //~ assertion(3)
  return 0;
}
