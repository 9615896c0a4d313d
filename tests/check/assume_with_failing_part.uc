// The parts of an assumption are evaluated from left to right, and may fail.
// check: unsafe
main() {
  var x;
  x = input;
  assume x != 0 && 10 / x == 5;
  assert x == 2;
  x = input;
  assume 10 / x == 3 && x > 0; //~ division-by-zero(2,0)
  assert x == 3;
  return 0; //~ reachable
}
