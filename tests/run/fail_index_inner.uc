// Of two indices the second is wrong.
// status: 1
// output: 3
// stderr: error: index out of bounds: `m[1][1]`
// error-at: 10:10
main() {
  var m;
  m = [[1, 2], [3]];
  output m[1][0];
  output m[1][1];
  return 0;
}
