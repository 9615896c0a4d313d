// Equal pointers point to the same object; equal contents are not enough.
// output: 1 0 1 1 0 1 1 0 1
// returns: 0
same(p, q) {
  return p == q;
}
main() {
  var x, y, p, q;
  x = 1;
  y = 1;
  output &x == &x;
  output &x == &y;
  output &x != &y;
  p = alloc 1;
  q = p;
  output p == q;
  q = alloc 1;
  output same(p, q);
  output *p == *q;
  p = null;
  output p == null;
  output same(&x, null);
  output null == null;
  return 0;
}
