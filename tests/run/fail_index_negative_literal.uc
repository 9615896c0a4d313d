// status: 1
// stderr: error: index out of bounds: `a[-1]`
// error-at: 7:10
main() {
  var a;
  a = [1];
  return a[-1];
}
