// A matrix product, and rows that are copies.
// output: 19 22 43 50 9 19 19 7 22
// returns: 0
product(a, b) {
  var c, i, j, k;
  c = [[0, 0], [0, 0]];
  i = 0;
  while (i < 2) {
    j = 0;
    while (j < 2) {
      k = 0;
      while (k < 2) {
        c[i][j] = c[i][j] + a[i][k] * b[k][j];
        k = k + 1;
      }
      j = j + 1;
    }
    i = i + 1;
  }
  return c;
}
main() {
  var m, row;
  m = product([[1, 2], [3, 4]], [[5, 6], [7, 8]]);
  output m[0][0];
  output m[0][1];
  output m[1][0];
  output m[1][1];
  row = m[0];
  row[0] = 9;
  output row[0];
  output m[0][0];
  m[1] = m[0];
  m[0][0] = 7;
  output m[1][0];
  output m[0][0];
  output m[1][1];
  return 0;
}
