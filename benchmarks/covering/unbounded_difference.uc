// Numbers without limit: two counters come apart.
main() {
  var a, b;
  a = 0; b = 0;
  while (input) {
    if (input > 0) { a = a + 1; b = b + 1; }
    else b = b + 2;
  }
  assert b < a + 6;
  return 0;
}
