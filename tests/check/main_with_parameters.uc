// The parameters of `main` are inputs, before all others.
// check: unsafe
main(a, b) {
  var c;
  c = input;
  if (a + b == 10)
    if (a - b == 4)
      if (c == a * b)
        error "found"; //~ error-statement(7,3,21)
  return 0;
}
