// An input goes to an element that another input chooses.
// check: unsafe
main() {
  var a, i;
  a = [0, 0];
  i = input;
  assume i == 0 || i == 1;
  a[i] = input;
  assert a[1 - i] == 0;
  assert a[1] != 6; //~ assertion(1,6)
  return 0;
}
