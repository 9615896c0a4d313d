// A condition of two parts fails as a whole.
// status: 1
// output: 5
// stderr: error: assertion failed: `i < 3 && a[i] == i`
// error-at: 11:3
main() {
  var a, i;
  a = [0, 1, 5];
  i = 2;
  output a[i];
  assert i < 3 && a[i] == i;
  return 0;
}
