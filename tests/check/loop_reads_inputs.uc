// A loop that reads an input each time: paths differ in how many they read.
// check: unsafe
main() {
  var n, s, x;
  n = input;
  assume n >= 0 && n <= 3;
  s = 0;
  while (n > 0) {
    x = input;
    assume x >= 1 && x <= 2;
    s = s + x;
    n = n - 1;
  }
  assert s <= 6;
  assert s != 6; //~ assertion(3,2,2,2)
  return 0;
}
