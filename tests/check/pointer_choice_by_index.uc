// One pointer value with several targets: written and read through it, and compared.
// check: unsafe
main() {
  var x, y, z, a, p, i;
  x = 1;
  y = 2;
  z = 3;
  a = [&x, &y, &z, &y];
  i = input;
  assume i >= 0 && i < 4;
  p = a[i];
  if (p == &y) assert i == 1 || i == 3;
  *p = *p + 10;
  assert x + y + z == 16;
  assert *p > 10;
  p = &x;
  assert *p == 1 || i == 0;
  assert y == 2 || i != 3; //~ assertion(3)
  return 0;
}
