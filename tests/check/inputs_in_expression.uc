// Inputs within one expression, in the order of evaluation.
// check: unsafe
main() {
  var x;
  x = input * 10 + input;
  assert x != 57 || input != 3; //~ assertion(_,_,3)
  return 0;
}
