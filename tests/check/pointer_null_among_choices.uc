// Null is one target of several; only that one fails.
// check: unsafe
main() {
  var x, y, p, q, i;
  x = 1;
  y = 1;
  i = input;
  assume i >= 0 && i < 3;
  q = [&x, null, &y];
  p = q[i];
  if (p != null) assert *p == 1;
  if (i != 1) assert *p == 1;
  *p = 2; //~ null-dereference(1)
  assert x + y == 3;
  assert i == 0 || x == 1;
  return 0;
}
