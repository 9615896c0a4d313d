// Six queens on a board: how many ways, and the first of them.
// output: 1 3 5 0 2 4 4
// returns: 0
safe(columns, row, column) {
  var i, d, ok;
  i = 0;
  ok = 1;
  while (i < row && ok) {
    d = columns[i] - column;
    if (d == 0 || (d == row - i || d == i - row)) ok = 0;
    i = i + 1;
  }
  return ok;
}
place(columns, row, found) {
  var column, i;
  column = 0;
  if (row == 6) {
    i = 0;
    while (i < 6 && *found == 0) {
      output columns[i];
      i = i + 1;
    }
    *found = *found + 1;
  } else {
    while (column < 6) {
      if (safe(columns, row, column)) {
        columns[row] = column;
        i = place(columns, row + 1, found);
      }
      column = column + 1;
    }
  }
  return 0;
}
main() {
  var found, i;
  found = 0;
  i = place([0, 0, 0, 0, 0, 0], 0, &found);
  output found;
  return i;
}
