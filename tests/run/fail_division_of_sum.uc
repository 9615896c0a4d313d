// The place of an operation starts where its left operand starts.
// input: 1 -1
// status: 1
// stderr: error: division by zero: `a + b` is 0
// error-at: 10:14
main() {
  var a, b;
  a = input;
  b = input;
  output 1 - (a - b) / (a + b);
  return 0;
}
