// An array of arrays of arrays …, whose innermost one is empty.
// status: 1
// output: 1
// stderr: error: index out of bounds: `a[0][1][0]`
// error-at: 13:7
main() {
  var a, b;
  a = [];
  a = [a, a];
  a = [a];
  b = a[0][1];
  output 1;
  b = a[0][1][0];
  output 2;
  return 0;
}
