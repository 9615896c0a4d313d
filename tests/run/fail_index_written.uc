// status: 1
// output: 7
// stderr: error: index out of bounds: `a[2]`
// error-at: 10:3
main() {
  var a;
  a = [0, 0];
  a[1] = 7;
  output a[1];
  a[2] = 8;
  output a[1];
  return 0;
}
