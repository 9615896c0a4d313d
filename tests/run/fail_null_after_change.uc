// A call makes the pointer null after its left neighbour was read.
// status: 1
// output: 7
// stderr: error: null pointer followed: `p` is null
// error-at: 16:23
// stack: main
forget(p) {
  *p = null;
  return 0;
}
main() {
  var p;
  p = alloc 7;
  output *p + forget(&p);
  p = alloc 7;
  output forget(&p) + *p;
  return 0;
}
