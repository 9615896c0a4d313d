// The target is checked after the right side was evaluated: the array has become shorter.
// status: 1
// stderr: error: index out of bounds: `a[2]`
// error-at: 13:3
// stack: main
shorten(p) {
  *p = [0];
  return 1;
}
main() {
  var a;
  a = [1, 2, 3];
  a[2] = shorten(&a);
  return 0;
}
