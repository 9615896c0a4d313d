// Types come from how variables are used, also where a function is never called.
// output: 5 0 1
// returns: 0
never(r) {
  return r.a + *r.b + r.c[0];
}
first(a) {
  return a[0];
}
main() {
  var p, q;
  output first([5]);
  p = null;
  q = p;
  output q != null;
  q = alloc [alloc 1];
  output *(*q)[0];
  return 0;
}
