// Three counters inside each other.
main() {
  var n, m, l, i, j, k, sum;
  n = 100;
  m = 100;
  l = 100;
  i = 0;
  j = 0;
  k = 0;
  sum = 0;
  while (i < n) {
    j = 0;
    while (j < m) {
      k = 0;
      while (k < l) {
        sum = sum + 1;
        k = k + 1;
      }
      j = j + 1;
    }
    i = i + 1;
  }
  assert sum != 1000000;
  return 0;
}
