// Arguments are evaluated from left to right; the call is not made when one fails.
// check: unsafe
main() {
  var x;
  x = input;
  return f(1 / x, 1 / (x - 1), x); //~ division-by-zero(0) division-by-zero(1)
}
f(a, b, c) {
  assert c != 0 && c != 1;
  assert a + b + c != 3; //~ assertion(2..3)
  return 0;
}
