// Inputs that nobody asks for are no error.
// input: 1 2 3
// output: 1
// returns: 2
main() {
  output input;
  return input;
}
