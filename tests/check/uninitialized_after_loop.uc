// The loop may not be entered.
// check: unsafe
main() {
  var n, last;
  n = input;
  assume n >= 0 && n < 4;
  while (n > 0) {
    last = n;
    n = n - 1;
  }
  return last; //~ uninitialized(0)
}
