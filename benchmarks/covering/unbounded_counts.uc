// Numbers without limit: three counters and their sum.
main() {
  var a, b, c, n;
  a = 0; b = 0; c = 0; n = 0;
  while (input) {
    if (input > 0) a = a + 1;
    else { if (input > 5) b = b + 1; else c = c + 1; }
    n = n + 1;
  }
  assert a + b + c == n;
  return 0;
}
