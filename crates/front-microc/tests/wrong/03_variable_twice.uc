main() {
  var a, b;
  var c, a;
  a = 1;
  return a;
}
