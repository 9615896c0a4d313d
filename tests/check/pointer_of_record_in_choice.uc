// What a pointer with several targets leads to is itself a pointer with several targets.
// check: unsafe
main() {
  var x, y, r, s, all, i, p;
  x = 1;
  y = 2;
  r = {to: &x, v: 0};
  s = {to: &y, v: 0};
  all = [&r, &s];
  i = input;
  assume i == 0 || i == 1;
  p = all[i];
  *(*p).to = 10;
  assert x + y == 12 - i;
  (*p).to = &x;
  *(*p).to = 20;
  assert x == 20;
  assert *s.to != 20 || i == 1;
  assert y == 2; //~ assertion(1)
  return 0;
}
