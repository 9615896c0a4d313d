// Sums, differences and products of numbers of both signs.
// output: 2 -8 8 -2 -15 15 -15 15 0 0 -1 1
// returns: 0
main() {
  var a, b, zero;
  a = -3;
  b = 5;
  zero = 0;
  output a + b;
  output a - b;
  output b - a;
  output a + 1;
  output a * b;
  output -3 * -5;
  output b * a;
  output -a * b;
  output zero * a;
  output zero - zero;
  output a - -2;
  output 3 - 2;
  return zero;
}
