// A loop that may not run gives no value for sure.
// input: 2 0
// output: 1
// status: 1
// stderr: error: `last` is used before it has a value
// error-at: 14:10
// stack: countdown 18:10, main
countdown(n) {
  var last;
  while (n > 0) {
    last = n;
    n = n - 1;
  }
  return last;
}
main() {
  output countdown(input);
  output countdown(input);
  return 0;
}
