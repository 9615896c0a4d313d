// A pointer to one of several records.
// check: unsafe
main() {
  var r, s, a, i, p;
  r = {v: 1, next: null};
  s = {v: 2, next: &r};
  a = [&r, &s];
  i = input;
  assume i == 0 || i == 1;
  p = a[i];
  (*p).v = 7;
  if (i) assert r.v == 1; else assert s.v == 2;
  p = (*p).next;
  assert (*p).v == 1; //~ null-dereference(0)
  return 0;
}
