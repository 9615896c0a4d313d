// Comparisons are numbers, and any number is a condition.
// check: unsafe
main() {
  var x, y, n;
  x = input;
  y = input;
  n = (x > 0) + (y > 0) + (x == y) + (!x);
  assert n >= 0 && n <= 3;
  if (n == 3) assert x == y;
  if (x - 5) n = 0; else n = 1;
  assert n == (x == 5);
  if (n) if (!(y + 3)) error "found"; //~ error-statement(5,-3)
  return 0;
}
