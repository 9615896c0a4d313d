// status: 1
// stderr: error: division by zero
// error-at: 8:12
// stack: main
main() {
  var x;
  x = 7;
  x = 2 * (x / 0);
  return x;
}
