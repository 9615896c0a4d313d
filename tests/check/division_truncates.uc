// Division goes toward zero, and the remainder has the dividend's sign.
// check: unsafe
main() {
  var x, q, r;
  x = input;
  q = x / 3;
  r = x % 3;
  assert 3 * q + r == x;
  assert r > -3 && r < 3;
  assert x >= 0 || r <= 0;
  assert x <= 0 || r >= 0;
  assert x / -3 == -q && x % -3 == r;
  if (q == -1) assert x >= -5 && x <= -3; //~ reachable
  if (q == 0) assert x > -3 && x < 3;
  assert q != -7 || r != -2; //~ assertion(-23)
  return 0;
}
