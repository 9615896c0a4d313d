// An assumption does not hide what failed before it; it does hide what comes after.
// check: unsafe
main() {
  var x;
  x = input;
  assert x != 1; //~ assertion(1)
  assume x == 2;
  assert x != 1;
  assert x != 2; //~ assertion(2)
  return 0;
}
