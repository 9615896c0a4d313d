// A pointer to arrays of different lengths.
// check: unsafe
main() {
  var a, b, p, n, i;
  a = [1, 2];
  b = [1, 2, 3];
  n = input;
  if (n) p = &b; else p = &a;
  i = input;
  assume i >= 0 && i < 3;
  (*p)[i] = 0; //~ out-of-bounds(0,2)
  if (!n) assert b[i] == i + 1;
  assert a[0] + a[1] + b[0] + b[1] + b[2] < 9;
  return 0;
}
