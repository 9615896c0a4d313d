// status: 1
// output: 1
// stderr: error: index out of bounds: `a[i - 1]`
// error-at: 11:10
main() {
  var a, i;
  a = [1, 2, 3];
  i = 1;
  output a[i - 1];
  i = 0;
  output a[i - 1];
  return 0;
}
