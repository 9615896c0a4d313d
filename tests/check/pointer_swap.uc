// Swapping through pointers, also a variable with itself.
// check: unsafe
main() {
  var x, y, p, n, t;
  x = input;
  y = input;
  n = input;
  p = &x;
  if (n == 1) p = &y;
  t = x - y;
  n = swap(p, &y);
  assert x - y == t || x - y == -t;
  assert x - y == -t; //~ assertion(_,_,1)
  return 0;
}
swap(p, q) {
  var t;
  t = *p;
  *p = *q;
  *q = t;
  return 0;
}
