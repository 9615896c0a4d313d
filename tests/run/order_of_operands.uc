// Operands are evaluated from left to right, whatever binds tighter.
// output: 1 2 3 7 4 5 0 6 7 8 24 9 8 2 1 11
// returns: 0
say(n) {
  output n;
  return n;
}
combine(a, b, c) {
  return a + c - b + 17;
}
main() {
  var r, a;
  output say(1) + say(2) * say(3);
  output say(4) == say(5);
  output combine(say(6), say(7), say(8));
  r = {z: say(9), a: say(8)};
  a = [say(2), say(1)];
  output r.a + a[0] + a[1];
  return 0;
}
