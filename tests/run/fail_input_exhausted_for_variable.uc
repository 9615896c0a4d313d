// The message names the variable that the input is for.
// input: 4
// output: 4
// status: 1
// stderr: error: the input is exhausted: there is no number left for `second`
// error-at: 11:3
main() {
  var first, second;
  first = input;
  output first;
  second = input;
  output second;
  return 0;
}
