// An element as the index of another.
// check: unsafe
main() {
  var a, i;
  a = [1, 2, 3, 0];
  i = input;
  assume i >= 0 && i < 4;
  assert a[a[i]] != 0 || i == 2;
  a[a[i]] = 7;
  assert a[i] != 7;
  output a[a[3]]; //~ out-of-bounds(2)
  return 0;
}
