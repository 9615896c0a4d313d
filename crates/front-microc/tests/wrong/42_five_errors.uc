main() {
  var a, a, b;
  a = 1;
  b = undeclared;
  b = missing(a);
  2 = a;
  a = a + null;
  return 0;
}
