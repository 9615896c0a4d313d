// The parameters of `main` come from the command line.
// args: 3 -4
// input: 10
// output: -12 10
// returns: -1
main(a, b) {
  output a * b;
  output input;
  return a + b;
}
