// status: 1
// stderr: error: remainder of a division by zero: `n - n` is 0
// error-at: 8:10
// stack: main
main() {
  var n;
  n = 4;
  output n % (n - n);
  return 0;
}
