// status: 1
// output: 1
// stderr: error: `x` is used before it has a value
// error-at: 10:11
// stack: main
main() {
  var x, y;
  y = 1;
  output y;
  y = y + x;
  return 0;
}
