main() {
  var p, x;
  x = 1;
  p = &x;
  x = p + 1;
  x = 2 * [1];
  x = x < null;
  x = -p;
  return x;
}
