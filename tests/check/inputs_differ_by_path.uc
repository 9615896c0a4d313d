// The second input is another variable on each path.
// check: unsafe
main() {
  var x, y, z;
  x = input;
  if (x == 1) {
    y = input;
    assert y != 10; //~ assertion(1,10)
  } else {
    z = input;
    y = input;
    if (x == 2) assert z + y != 7 || z - y != 1; //~ assertion(2,4,3)
  }
  return 0;
}
