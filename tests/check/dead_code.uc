// What follows an error statement is dead.
// check: unsafe
main() {
  var x;
  x = input;
  if (x) {
    error "here"; //~ error-statement reachable
  } else {
    x = 1; //~ reachable
  }
  return x;
}
