// Divisions and remainders, one of them safe.
// check: unsafe
// check --check div: unsafe
// check --check bounds: safe
main() {
  var x, y;
  x = input;
  y = 10 / (x * x + 1);
  y = 10 / (x - 12); //~ division-by-zero(12)
  y = 10 % (x + 12); //~ division-by-zero(-12)
  return y;
}
