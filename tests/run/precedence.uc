// How operators bind, from products down to equality; all group from the left.
// output: 14 20 3 2 2 6 5 6 1 0 1 0 1 1 1 -1 8
// returns: 0
main() {
  output 2 + 3 * 4;
  output (2 + 3) * 4;
  output 10 - 4 - 3;
  output 100 / 10 / 5;
  output 2 * 7 % 4;
  output 7 % 4 * 2;
  output 1 - 2 * 3 / 4 + 5;
  output -2 * -3;
  output 1 + 2 < 4 == 1;
  output 5 > 4 > 3;
  output 1 == 1 == 1;
  output 2 == 2 == 2;
  output 3 != 3 == 0;
  output 2 < 3 == 3 > 2;
  output 1 + 1 == 2 && 2 * 2 == 4;
  output 10 - (4 - (3 - 10));
  output 2 * (3 + 1);
  return 0;
}
