// input: 4
// output: 4
// status: 1
// stderr: error: the input is exhausted: there is no number left for `input`
// error-at: 8:14
// stack: read 12:10, main
read() {
  return 0 + input;
}
main() {
  output read();
  output read();
  return 0;
}
