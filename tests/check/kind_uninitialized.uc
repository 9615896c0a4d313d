// A variable that has a value on one way alone.
// check: unsafe
// check --check uninit: unsafe
// check --check null,div,bounds,assert: safe
main() {
  var x, y;
  x = input;
  if (x != 17) y = 1;
  return y; //~ uninitialized(17)
}
