// Whether 33 is a sum of three cubes took mathematics until 2019; the solver does not know.
// check --solver-timeout 60: unknown
main() {
  var x, y, z;
  x = input;
  y = input;
  z = input;
  if (x * x * x + y * y * y + z * z * z == 33) {
    error "found"; //~ open
  }
  return 0; //~ reachable
}
