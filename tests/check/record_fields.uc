// Records are values; pointers to them share.
// check: unsafe
main() {
  var r, s, p, n;
  n = input;
  r = {a: n, b: 2};
  s = r;
  s.a = s.a + 1;
  p = &r;
  (*p).b = s.a;
  assert r.a == n && r.b == n + 1 && s.b == 2;
  assert r.b != s.b; //~ assertion(1)
  return 0;
}
