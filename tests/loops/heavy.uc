// An inner loop whose number of rounds depends on the outer one.
main(n, m) {
  var i, j;
  i = 0;
  j = 7;
  while (i < m) {
    j = i;
    while (j < n) {
      j = j + 1;
    }
    i = i + 1;
  }
  return i + j;
}
