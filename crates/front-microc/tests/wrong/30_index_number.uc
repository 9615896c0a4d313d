main() {
  var x, a, p;
  x = 1;
  a = [1, 2, 3];
  p = &x;
  x = x[0];
  x = a[p];
  return x;
}
