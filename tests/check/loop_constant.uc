// A loop with constant bounds is executed, not forked.
// check --max-forks 1: unsafe
main() {
  var i, s, x;
  i = 0;
  s = 0;
  while (i < 1000) {
    s = s + i;
    i = i + 1;
  }
  x = input;
  assert s + x != 499503; //~ assertion(3)
  return 0;
}
