// Squaring an input 32 times: its power does not fit a machine word, and no solver can deal with it.
// check: unknown, incomplete
main() {
  var x, i;
  x = input;
  i = 0;
  while (i < 32) { //~ open
    x = x * x;
    i = i + 1;
  }
  if (x == 0) {
    error "zero";
  }
  return 0;
}
