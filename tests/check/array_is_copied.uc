// Assigning an array copies it; writing the copy at an unknown index leaves the original.
// check: safe
main() {
  var a, b, i;
  a = [1, 2, 3];
  b = a;
  i = input;
  assume i >= 0 && i < 3;
  b[i] = 9;
  assert a[i] == i + 1;
  assert b[i] == 9;
  a = change(b, i);
  assert b[i] == 9 && a[i] == 10;
  return 0;
}
change(a, i) {
  a[i] = a[i] + 1;
  return a;
}
