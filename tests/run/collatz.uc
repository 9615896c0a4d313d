// How long the way from the input to 1 is, and its highest point.
// input: 27
// output: 111 9232
// returns: 0
main() {
  var n, steps, top;
  n = input;
  steps = 0;
  top = n;
  while (n != 1) {
    if (n % 2) n = 3 * n + 1; else n = n / 2;
    if (n > top) top = n;
    steps = steps + 1;
  }
  output steps;
  output top;
  return 0;
}
