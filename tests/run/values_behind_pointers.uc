// Reading `*p` copies the value out, writing it copies in; `a = a` parts do not alias.
// output: 1 5 5 1 2 1 2 2 3
// returns: 0
main() {
  var p, q, r, a;
  p = alloc {v: 1, w: 2};
  r = *p;
  r.v = 5;
  output (*p).v;
  *p = r;
  output (*p).v;
  r.v = 1;
  output (*p).v;
  output r.v;
  q = alloc [1, 2, 3];
  a = *q;
  a[0] = (*q)[1];
  output a[0];
  output (*q)[0];
  *q = a;
  a[0] = 7;
  output (*q)[0];
  output (*q)[1];
  a = [a[2], a[1], a[0]];
  output a[0];
  return 0;
}
