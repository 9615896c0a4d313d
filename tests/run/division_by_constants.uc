// The same with constants, where no check is needed.
// output: 3 -3 -3 3 1 -1 1 -1 0 0
// returns: 0
main() {
  var seven, minus;
  seven = 7;
  minus = -7;
  output seven / 2;
  output minus / 2;
  output seven / -2;
  output minus / -2;
  output 7 % 2;
  output -7 % 2;
  output 7 % -2;
  output -7 % -2;
  output 1 / 2;
  output -1 / 2;
  return 0;
}
