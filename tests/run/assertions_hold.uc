// What holds has no effect, but its operands are evaluated.
// output: 1 2 5
// returns: 0
say(n) {
  output n;
  return n;
}
main() {
  assert 1;
  assert say(1) + 1 == say(2);
  assert 1 || 1 / 0 == 0;
  assert !(0);
  assume 5;
  assume 1 == 1 && say(5) > 0;
  if (0) error "this does not happen";
  return 0;
}
