// Two unknown indices may be the same.
// check: unsafe
main() {
  var a, i, j;
  a = [0, 0, 0];
  i = input;
  j = input;
  assume i >= 0 && i < 3 && j >= 0 && j < 3;
  a[i] = 1;
  a[j] = 2;
  assert a[j] == 2;
  if (i != j) assert a[i] == 1;
  assert a[i] == 1; //~ assertion(0..2,0..2)
  return 0;
}
