// Numbers do not wrap around.
// check: unsafe
main() {
  var x, y;
  x = input;
  assume x > 0;
  y = x * 4294967296 * 4294967296;
  assert y > x;
  assert y / 4294967296 / 4294967296 == x;
  assert y != 340282366920938463463374607431768211456; //~ assertion(18446744073709551616)
  return 0;
}
