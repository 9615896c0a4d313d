// A call changes a variable between the evaluation of two operands.
// check: unsafe
main() {
  var x, y;
  x = input;
  y = x - bump(&x) + x;
  assert y == x;
  assert y != 41; //~ assertion(40)
  return 0;
}
bump(p) {
  *p = *p + 1;
  return *p - 1;
}
