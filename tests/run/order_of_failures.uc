// The right side fails before the target is looked at.
// input: 9 0
// output: 1
// status: 1
// stderr: error: division by zero: `zero` is 0
// error-at: 13:10
main() {
  var a, i, zero;
  a = [1];
  i = input;
  zero = input;
  output a[0];
  a[i] = 1 / zero;
  return 0;
}
