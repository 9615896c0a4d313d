// Each branch narrows what comes after it.
// check: unsafe
main() {
  var x, y;
  x = input;
  y = 0;
  if (x > 10) y = y + 1;
  if (x > 20) y = y + 1;
  if (x > 30) y = y + 1;
  if (x % 7 == 0) y = y + 10;
  assert y != 2 || (x > 20 && x <= 30 && x != 21 && x != 28);
  assert y != 13 || x >= 35;
  assert y != 12 || x == 21; //~ assertion(28)
  return 0;
}
