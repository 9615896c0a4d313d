// status: 1
// stderr: error: `x` is used before it has a value
// error-at: 6:7
main() {
  var x;
  x = x + 1;
  return x;
}
