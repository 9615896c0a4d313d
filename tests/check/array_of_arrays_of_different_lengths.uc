// The inner bound depends on the outer index.
// check: unsafe
main() {
  var m, i, j, x;
  m = [[1], [1, 2], [1, 2, 3]];
  i = input;
  j = input;
  assume i >= 0 && i < 3 && j >= 0;
  if (j <= i) {
    x = m[i][j];
    assert x == j + 1;
    m[i][j] = 10;
    assert m[i][j] == 10;
  } else {
    assume j < 3 && i > 0;
    x = m[i][j]; //~ out-of-bounds(1,2)
  }
  return 0;
}
