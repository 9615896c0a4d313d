// The left operand does not decide: the right one is evaluated, and fails.
// input: 0
// output: 1
// status: 1
// stderr: error: division by zero: `x` is 0
// error-at: 12:20
// stack: main
main() {
  var x;
  x = input;
  output x == 0 || 1 / x;
  output x == 0 && 1 / x;
  return 0;
}
