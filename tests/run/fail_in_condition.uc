// The condition of a loop fails, in the third round.
// output: 5 10
// status: 1
// stderr: error: division by zero: `n` is 0
// error-at: 9:10
main() {
  var n;
  n = 2;
  while (10 / n > 0) {
    output 10 / n;
    n = n - 1;
  }
  return 0;
}
