// 30! and the way back by division.
// output: 265252859812191058636308480000000 1
// returns: 0
main() {
  var n, f;
  n = 1;
  f = 1;
  while (n <= 30) {
    f = f * n;
    n = n + 1;
  }
  output f;
  n = 30;
  while (n > 0) {
    assert f % n == 0;
    f = f / n;
    n = n - 1;
  }
  output f;
  return 0;
}
