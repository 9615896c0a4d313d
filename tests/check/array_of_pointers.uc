// Pointers in an array, null among them.
// check: unsafe
main() {
  var x, y, a, i;
  x = 1;
  y = 2;
  a = [&x, &y, null];
  i = input;
  assume i >= 0 && i <= 2;
  *a[i] = 10; //~ null-dereference(2)
  if (i == 0) assert x == 10 && y == 2;
  assert x + y >= 11;
  assert y == 10; //~ assertion(0)
  return 0;
}
