main() {
  var a, b, c;
  a = 1;
  b = 2;
  1 = a;
  a + b = c;
  [1][0] = 2;
  ({a: 1}).a = 2;
  null = null;
  &a = null;
  return 0;
}
