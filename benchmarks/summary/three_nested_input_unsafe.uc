// Three counters inside each other.
main() {
  var n, m, l, i, j, k, sum;
  n = input;
  assume n >= 0 && n <= 200;
  m = input;
  assume m >= 0 && m <= 200;
  l = input;
  assume l >= 0 && l <= 200;
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
  assert sum < 1000;
  return 0;
}
