// Inputs, arguments and the result can be large and negative.
// args: -123456789012345678901234567890
// input: 1000000000000000000000000000000
// output: 876543210987654321098765432110
// returns: -123456789012345678901234567890
main(n) {
  output input + n;
  return n;
}
