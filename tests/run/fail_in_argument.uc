// Arguments are evaluated by the caller: the callee is not yet called.
// output: 1
// status: 1
// stderr: error: division by zero: `zero` is 0
// error-at: 14:25
// stack: main
say(n, m) {
  output n;
  return m;
}
main() {
  var zero;
  zero = 0;
  output say(say(1, 2), 2 / zero);
  return 0;
}
