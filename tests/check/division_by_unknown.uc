// Both operands are unknown, of both signs.
// check: unsafe
main() {
  var x, y;
  x = input;
  y = input;
  assume x >= -7 && x <= 7 && y >= -3 && y <= 3 && y != 0;
  assert x / y * y + x % y == x;
  assert x % y * x >= 0;
  assert (x / y) * (x / y) <= 49;
  assert x / y != -7 || x == 7 || x == -7;
  assert x / y != -3 || x % y != -1 || y != 2; //~ assertion(-7,2)
  return 0;
}
