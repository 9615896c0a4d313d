// A variable that holds its own address: a type that contains itself.
// output: 1 1 1 0
// returns: 0
main() {
  var p, q;
  p = &p;
  output *p == p;
  output ***p == &p;
  q = &p;
  output *q == q;
  *p = null;
  output p != null;
  return 0;
}
