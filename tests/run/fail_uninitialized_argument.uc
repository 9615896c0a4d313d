// status: 1
// output: 0
// stderr: error: `x` is used before it has a value
// error-at: 12:13
// stack: main
id(n) {
  return n;
}
main() {
  var x;
  output id(0);
  output id(x);
  return 0;
}
