// status: 1
// stderr: error: `p` is used before it has a value
// error-at: 6:4
main() {
  var p;
  *p = 1;
  return 0;
}
