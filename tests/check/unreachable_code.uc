// Code that no run comes to, for reasons that need the solver.
// check: safe
main() {
  var x, y;
  x = input;
  y = input;
  if (x > y && y > x) error "order"; //~ reachable
  if (2 * x == 2 * y + 1) {
    error "parity"; //~ unreachable
  }
  if (x + y > 10) {
    if (x < 5) {
      if (y <= 5) {
        output x; //~ unreachable
      }
    }
  }
  return 0; //~ reachable
}
