// Each value is computed from both: no closed form of the Fibonacci numbers.
main(n) {
  var i, a, b, c;
  i = 0;
  a = 0;
  b = 1;
  while (i < n) {
    c = a + b;
    a = b;
    b = c;
    i = i + 1;
  }
  output a;
  return 0;
}
