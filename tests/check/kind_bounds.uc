// Reads and writes at both ends of an array.
// check: unsafe
// check --check bounds: unsafe
main() {
  var a, x, y;
  a = [1, 2, 3];
  x = input;
  if (x > 0) {
    assume x < 4;
    y = a[x]; //~ out-of-bounds(3)
  } else {
    assume x > -2;
    a[x] = 1; //~ out-of-bounds(-1)
  }
  return a[2];
}
