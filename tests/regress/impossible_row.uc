// An even index never takes the middle row, which is too short for the rest of the way: writing
// there was given up as an access without a check.
// check: unsafe
main() {
  var x, m;
  x = input;
  assume x >= -1 && x <= 1;
  m = [[0, 0], [0], [0, 0]];
  m[x * -2][1] = 5; //~ out-of-bounds(1)
  assert m[x * -2][1] == 5;
  assert m[2][1] == 0; //~ assertion(-1)
  return 0;
}
