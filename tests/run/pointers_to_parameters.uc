// A parameter is a variable of its call: its address can be taken and kept.
// output: 5 6 1 1
// returns: 0
keep(n) {
  return &n;
}
bump(n) {
  var p;
  p = &n;
  *p = *p + 1;
  return n;
}
main() {
  var p, q, x;
  x = 1;
  p = keep(5);
  q = keep(6);
  output *p;
  output *q;
  *keep(x) = 9;
  output x;
  output bump(x) == 2 && x == 1;
  return 0;
}
