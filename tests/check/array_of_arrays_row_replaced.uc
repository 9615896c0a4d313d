// A whole row is replaced by one of another length.
// check: unsafe
main() {
  var m, i;
  m = [[1], [2]];
  i = input;
  assume i >= 0 && i <= 1;
  m[i] = [7, 8, 9];
  assert m[i][2] == 9;
  if (i == 0) assert m[1][0] == 2;
  output m[1][2]; //~ out-of-bounds(0)
  return 0;
}
