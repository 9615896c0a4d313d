// The right side comes first, then the target's operands from left to right.
// output: 2 1 2 3 4 3 5 1 0 5
// returns: 0
say(n) {
  output n;
  return n;
}
address(n, p) {
  output n;
  return p;
}
main() {
  var a, m, x;
  a = [0, 0, 0];
  a[say(1)] = say(2);
  output a[1];
  *address(4, &x) = say(3);
  output x;
  m = [[0, 0], [0, 0]];
  m[say(1)][say(0)] = say(5);
  output m[1][0];
  return 0;
}
