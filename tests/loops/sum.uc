// The sum of the first numbers, and of their squares.
main(n) {
  var i, sum, squares;
  i = 0;
  sum = 0;
  squares = 0;
  while (i < n) {
    sum = sum + i;
    squares = squares + i * i;
    i = i + 1;
  }
  output sum + squares;
  return 0;
}
