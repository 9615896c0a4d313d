// Of two operands that fail, the left one does.
// input: 9 0
// status: 1
// stderr: error: index out of bounds: `a[i]`
// error-at: 11:10
main() {
  var a, i, zero;
  a = [1];
  i = input;
  zero = input;
  output a[i] + 1 / zero;
  return 0;
}
