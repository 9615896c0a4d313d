// Execution starts at another function, whose parameters are inputs.
// check --entry helper: unsafe
// reach --entry helper
main() {
  var x;
  x = helper(1, 2); //~ unreachable
  error "main"; //~ unreachable
  return x;
}
helper(a, b) {
  var c;
  c = input;
  assume c == 9;
  return 1 / (a - 2 * b + c) + twice(b); //~ division-by-zero(_,_,9) reachable
}
twice(n) {
  assert n != 77; //~ assertion(_,77,9)
  return n + n;
}
