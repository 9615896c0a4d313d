main() {
  var x, y;
  x = 1;
  y = 2;
  x = &y;
  y = *x;
  x = [1];
  return y;
}
