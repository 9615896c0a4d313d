// status: 1
// output: 0
// stderr: error: null pointer followed: `p` is null
// error-at: 9:3
main() {
  var p;
  p = null;
  output 0;
  *p = 1;
  output 1;
  return 0;
}
