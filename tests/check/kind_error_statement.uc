// An error statement is of the class of assertions.
// check: unsafe
// check --check assert: unsafe
// check --check div: safe
main() {
  var x;
  x = input;
  if (x * 2 == 84) {
    error "the answer"; //~ error-statement(42)
  }
  return 0;
}
