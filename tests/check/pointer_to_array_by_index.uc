// A pointer with several targets, which are arrays of different lengths: paths must part.
// check: unsafe
main() {
  var a, b, c, all, i, p;
  a = [1];
  b = [1, 2];
  c = [1, 2, 3];
  all = [&a, &b, &c];
  i = input;
  assume i >= 0 && i < 3;
  p = all[i];
  (*p)[i] = 100;
  assert (*p)[i] == 100;
  assert c[2] == 100 || i < 2;
  output (*p)[1]; //~ out-of-bounds(0)
  assert a[0] + b[1] + c[2] == 105 - i;
  return 0;
}
