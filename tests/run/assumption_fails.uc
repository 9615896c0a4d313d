// What is assumed can fail as every expression can.
// input: 0
// status: 1
// stderr: error: division by zero: `n` is 0
// error-at: 9:20
main() {
  var n;
  n = input;
  assume n == 0 && 8 / n > 1;
  return 0;
}
