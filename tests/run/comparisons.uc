// Comparisons give 0 or 1; each line of outputs is  <  <=  >  >=  ==  !=.
// input: -2 -1 -1 -2 -1 1 1 -1 0 0 -5 -5
// output: 1 1 0 0 0 1 0 0 1 1 0 1 1 1 0 0 0 1 0 0 1 1 0 1 0 1 0 1 1 0 0 1 0 1 1 0
// returns: 0
compare(a, b) {
  output a < b;
  output a <= b;
  output a > b;
  output a >= b;
  output a == b;
  output a != b;
  return 0;
}
main() {
  var i;
  i = 0;
  while (i < 6) {
    i = i + 1 + compare(input, input);
  }
  return 0;
}
