// A run where an assumption does not hold is no failure, and no success.
// input: 5 -5
// output: 5
// status: 3
// stderr: error: an assumption does not hold
// error-at: 9:10
// stack: positive 14:10, main
positive(n) {
  assume n > 0;
  return n;
}
main() {
  output positive(input);
  output positive(input);
  return 0;
}
