// Of two indices the first is wrong.
// status: 1
// stderr: error: index out of bounds: `m[i]`
// error-at: 9:3
main() {
  var m, i;
  m = [[1, 2], [3]];
  i = 2;
  m[i][i] = 1;
  return 0;
}
