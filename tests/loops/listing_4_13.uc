// [nested] listing 4.13: the loop of listing 4.10 inside another one.
main() {
  var n, x, z, res, i, realX, realZ;
  n = input;
  x = input;
  z = input;
  res = 0;
  if (n <= 0) {
    n = 1;
  }
  if (x >= n) {
    x = n - 1;
  }
  if (z >= n) {
    z = n - 1;
  }
  realX = x;
  realZ = z;

  i = 0;
  while (i < n) {
    x = realX;
    z = realZ;
    while (x < n) {
      if (z > x) {
        x = x + 1;
      }
      else {
        z = z + 1;
      }
    }
    res = res + x;
    i = i + 1;
  }
  return 1 / res;
}
