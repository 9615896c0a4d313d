// Pointers are equal if they point to the same object; each alloc makes a new one.
// check: unsafe
main() {
  var p, q, a, i, j;
  p = alloc 1;
  q = alloc 1;
  assert p != q;
  a = [p, q, p, null];
  i = input;
  j = input;
  assume i >= 0 && i < 4 && j >= 0 && j < 4 && i < j;
  if (a[i] == a[j]) assert i == 0 && j == 2;
  assert a[i] != null;
  assert a[j] != null || i == 2; //~ assertion(0..1,3)
  return 0;
}
