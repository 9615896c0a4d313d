// A read at an unknown index takes the element that is there.
// check: unsafe
main() {
  var a, i;
  a = [5, 7, 9];
  i = input;
  assume i >= 0 && i < 3;
  if (a[i] == 7) assert i == 1;
  assert a[i] + i == 5 || i > 0;
  assert a[i] != 9; //~ assertion(2)
  assert a[i] == 5 + 2 * i;
  return 0;
}
