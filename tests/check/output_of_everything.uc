// Outputs have no influence.
// check: safe
main() {
  var x, a;
  x = input;
  a = [x, x + 1];
  output x;
  output a[0] * a[1];
  assert a[1] - a[0] == 1;
  return 0;
}
