main() {
  var x;
  x = 1;
  return *x;
}
