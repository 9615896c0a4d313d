// Variables whose address is taken are new in each activation of a recursive function.
// check: unsafe
main() {
  var n;
  n = input;
  assume n >= 0 && n <= 3;
  assert sum(n, null) == n * (n + 1) / 2;
  assert sum(n, null) != 3; //~ assertion(2)
  return 0;
}
sum(n, p) {
  var x, r;
  x = n;
  r = n;
  if (p != null) assert *p == n + 1;
  if (n > 0) r = r + sum(n - 1, &x);
  assert x == n;
  return r;
}
