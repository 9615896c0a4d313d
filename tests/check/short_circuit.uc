// A right operand that fails is not evaluated when the left one decides.
// check: unsafe
main() {
  var x, a, p;
  x = input;
  a = [1, 2, 3];
  p = null;
  if (x != 0 && 10 / x > 3) assert x > 0 && x < 4; //~ reachable
  if (x == 0 || 10 / x < 0) assert x <= 0;
  if (x >= 0 && x < 3 && a[x] == 2) assert x == 1;
  if (p == null || *p == 1) x = x + 1;
  assert !(x == 1 && (10 / (x - 1) > 0)); //~ division-by-zero(0)
  if (10 / (x - 6) > 3 && x != 6) x = 0; //~ division-by-zero(5)
  return 0;
}
