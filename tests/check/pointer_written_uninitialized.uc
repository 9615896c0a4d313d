// A write through a pointer with several targets gives a value to one of them.
// check: unsafe
main() {
  var x, y, a, i;
  a = [&x, &y];
  i = input;
  assume i >= 0 && i < 2;
  *a[i] = 5;
  if (i == 0) assert x == 5;
  output y; //~ uninitialized(0)
  assert y == 5;
  return 0;
}
