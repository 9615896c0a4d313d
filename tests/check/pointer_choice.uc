// A pointer to one of two variables, chosen by a branch.
// check: unsafe
main() {
  var x, y, p, n;
  x = 1;
  y = 2;
  n = input;
  if (n > 100) p = &x; else p = &y;
  *p = 50;
  assert x == 50 || y == 50;
  if (n > 100) assert x == 50 && y == 2;
  assert n != 101 || *p == x;
  assert n != 100 || *p == x; //~ assertion(100)
  return 0;
}
