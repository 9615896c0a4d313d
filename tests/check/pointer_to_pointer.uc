// Two steps of indirection, both unknown.
// check: unsafe
main() {
  var x, y, p, q, pp, n;
  x = 0;
  y = 0;
  n = input;
  p = &x;
  q = &y;
  if (n == 1) pp = &p; else pp = &q;
  if (n == 2) *pp = &x;
  **pp = 7;
  assert x == 7 || y == 7;
  assert x == 7 || n != 2;
  assert *q == 7 || n == 1;
  if (n > 0) assert y == 7 || n < 3;
  assert n != 3; //~ assertion(3)
  return 0;
}
