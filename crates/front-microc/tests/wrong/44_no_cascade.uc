main() {
  var x, y;
  x = unknown;
  y = *x + x[0] + x.f;
  y = missing(y)[0].f;
  return y;
}
