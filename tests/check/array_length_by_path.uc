// The length of an array depends on the path.
// check: unsafe
main() {
  var a, x;
  x = input;
  if (x > 10) a = [1]; else a = [1, 2, 3];
  if (x == 11) output a[1]; //~ out-of-bounds(11)
  if (x <= 10) output a[2];
  return 0;
}
