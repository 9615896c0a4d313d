// Rows of a triangle: Pascal's.
// output: 1 1 1 1 2 1 1 3 3 1 1 4 6 4 1
// returns: 0
main() {
  var rows, i, j;
  rows = [[1], [1, 1], [1, 0, 1], [1, 0, 0, 1], [1, 0, 0, 0, 1]];
  i = 0;
  while (i < 5) {
    j = 0;
    while (j <= i) {
      if (j > 0 && j < i) rows[i][j] = rows[i - 1][j - 1] + rows[i - 1][j];
      output rows[i][j];
      j = j + 1;
    }
    i = i + 1;
  }
  return 0;
}
