// status: 1
// stderr: error: index out of bounds: `a[0]`
// error-at: 8:10
main() {
  var a;
  a = [1];
  a = [];
  output a[0];
  return 0;
}
