// A variable without a value may be passed over, pointed to and written through a pointer.
// output: 3 4 1 8
// returns: 0
main() {
  var x, y, z, p, i, unused;
  p = &x;
  *p = 3;
  output x;
  if (x == 3) y = 4;
  output y;
  output &z == &z;
  i = 0;
  while (i < 2) {
    if (i == 0) z = 8;
    if (i == 1) output z;
    i = i + 1;
  }
  return 0;
}
