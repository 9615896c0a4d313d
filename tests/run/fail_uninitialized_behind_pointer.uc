// status: 1
// output: 1
// stderr: error: `*p` is used before it has a value
// error-at: 10:10
main() {
  var x, p;
  p = alloc 1;
  output *p;
  p = &x;
  output *p;
  return 0;
}
