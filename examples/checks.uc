// A division, an array access and a dereference: three things that can fail,
// three error locations in `kyklos cfg examples/checks.uc`.
main() {
  var a, p, n;
  a = [10, 20, 30];
  p = null;
  n = input;
  if (n > 2) {
    p = alloc n;
  }
  output 100 / n;
  output a[n];
  output *p;
  return 0;
}
