// A number that doubles its length 60 times is given up, not worked out.
// check: unknown, incomplete
main() {
  var x, i;
  x = 2;
  i = 0;
  while (i < 60) { //~ open
    x = x * x;
    i = i + 1;
  }
  assert x != 64;
  return x;
}
