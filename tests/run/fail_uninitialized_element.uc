// One element can be written only if there is an array.
// status: 1
// stderr: error: `a` is used before it has a value
// error-at: 7:3
main() {
  var a;
  a[0] = 1;
  a = [2];
  return a[0];
}
