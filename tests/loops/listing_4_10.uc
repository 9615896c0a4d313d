// [nested] listing 4.10: two paths that take turns.
main() {
  var n, x, z;
  n = input;
  x = input;
  z = input;
  while (x < n) {
    if (z > x) {
      x = x + 1;
    }
    else {
      z = z + 1;
    }
  }
  return 1 / (x - n);
}
