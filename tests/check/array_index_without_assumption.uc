// The check of bounds itself separates the indices.
// check: unsafe
main() {
  var a, i;
  a = [4, 5];
  i = input;
  assert a[i] != 5; //~ out-of-bounds assertion(1)
  assert i == 0;
  return 0;
}
