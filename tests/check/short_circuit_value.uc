// The value of `&&` and `||` is 0 or 1, wherever they stand.
// check: unsafe
main() {
  var x, y;
  x = input;
  y = (x && 12 / x) + (x == 3 || 6 % (x - 3) == 0);
  assert y >= 0 && y <= 2;
  assert y != 2 || x == 3 || x == 1 || x == 2 || x == 4 || x == 5 || x == 6 || x == 9 || x == -3;
  if (x == 13) assert y == 0;
  assert y == 2 || x != 6;
  assert y != 1 || x != 12; //~ assertion(12)
  return 0;
}
