// Products of inputs that the solver can decide.
// check: unsafe
main() {
  var x, y;
  x = input;
  y = input;
  assert x * x >= 0;
  assume x > 1 && y > x && y < 100;
  assert x * y > x + 1;
  assert x * y != 35; //~ assertion(5,7)
  return 0;
}
