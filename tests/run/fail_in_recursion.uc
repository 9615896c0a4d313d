// The whole chain of calls is told, the innermost first.
// output: 6
// status: 1
// stderr: error: division by zero: `n` is 0
// error-at: 9:32
// stack: down 9:40, down 9:40, down 9:40, down 14:14, main
down(n) {
  var r;
  if (n == -1) r = 1; else r = 6 / n + down(n - 1);
  return r;
}
main() {
  output -down(-1) + 7;
  output 1 + down(3);
  return 0;
}
