// No run comes behind assumptions that contradict each other.
// check: safe
main() {
  var x;
  x = input;
  assume x > 3;
  output x; //~ reachable
  assume x < 4;
  output 1 / 0; //~ unreachable
  error "behind"; //~ unreachable
  return 0;
}
