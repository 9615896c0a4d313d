// Logic that must branch, inside larger expressions.
// input: 0
// output: 1 3 2 11 21 0
// returns: 0
pick(a, b) {
  return 10 * a + b;
}
main() {
  var x, a;
  x = input;
  a = [1, 2, 3];
  output 0 + (x == 0 || 1 / x);
  output 1 + (x != 0 && 1 / x) + 2 * (x == 0 || 1 / x);
  output a[x == 0 || 1 / x];
  output pick(x == 0 || 1 / x, x == 0 || 2 / x);
  output pick(1 + (x == 0 || 1 / x), !(x != 0 && 1 / x));
  output [x != 0 && 1 / x][0];
  return 0;
}
