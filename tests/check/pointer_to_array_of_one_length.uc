// A pointer with several targets, arrays of one length, and an unknown index in them.
// check: unsafe
main() {
  var a, b, all, i, j, p;
  a = [0, 0];
  b = [0, 0];
  all = [&a, &b, &a];
  i = input;
  j = input;
  assume i >= 0 && i < 3 && j >= 0 && j < 2;
  p = all[i];
  (*p)[j] = 5;
  assert (*p)[j] == 5 && (*p)[1 - j] == 0;
  assert a[0] + a[1] + b[0] + b[1] == 5;
  assert a[0] + a[1] == 5 || i == 1;
  assert b[1] == 0; //~ assertion(1,1)
  return 0;
}
