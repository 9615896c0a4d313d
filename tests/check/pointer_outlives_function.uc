// Locals outlive their function, and each activation has its own.
// check: unsafe
main() {
  var p, q, n;
  n = input;
  p = make(n);
  q = make(n + 1);
  *q = *q * 2;
  assert *p == n;
  assert *q == 2 * n + 2;
  assert *p != *q; //~ assertion(-2)
  return 0;
}
make(n) {
  var x;
  x = n;
  return &x;
}
