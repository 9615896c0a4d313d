// The inner pointer of two is null.
// status: 1
// stderr: error: null pointer followed: `*pp` is null
// error-at: 9:10
main() {
  var p, pp;
  p = null;
  pp = &p;
  output **pp;
  return 0;
}
