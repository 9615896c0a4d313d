main() {
  var p, x;
  x = 1;
  p = &x;
  if (p == 0) x = 2;
  if (p != &p) x = 3;
  return x;
}
