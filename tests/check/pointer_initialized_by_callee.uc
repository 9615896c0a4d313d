// A callee writes its caller's variable, but not always.
// check: unsafe
main() {
  var x, n;
  n = input;
  n = fill(&x, n);
  output x; //~ uninitialized(<1)
  assert x != 8; //~ assertion(4)
  return 0;
}
fill(p, n) {
  if (n > 0) *p = 2 * n;
  return 0;
}
