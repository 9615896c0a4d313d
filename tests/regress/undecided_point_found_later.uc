// A point was told as undecided although another path to it was confirmed.
// check --solver-timeout 60: unsafe
main() {
  var x, y, z;
  x = input;
  y = input;
  z = input;
  if (x * x * x + y * y * y + z * z * z == 42) {
    z = 1;
  }
  assert x != 5; //~ assertion
  return 0;
}
