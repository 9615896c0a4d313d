main() {
  var p, a, x;
  x = 1;
  p = &x;
  a = [1, 2];
  if (p) x = 2;
  while (a) x = 3;
  assert p;
  assume {f: 1};
  x = !p;
  x = x && p;
  x = a || x;
  return x;
}
