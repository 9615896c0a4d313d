// A condition that the solver cannot decide hides neither the error behind it nor the one beside it.
// check --solver-timeout 60: unsafe, incomplete
main() {
  var x, y, z;
  x = input;
  y = input;
  z = input;
  if (x * x * x + y * y * y + z * z * z == 42) {
    z = 1 / z; //~ open
  }
  assert x != 5; //~ assertion
  return 0;
}
