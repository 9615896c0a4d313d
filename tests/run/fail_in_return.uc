// output: 1
// status: 1
// stderr: error: index out of bounds: `a[n]`
// error-at: 9:10
// stack: pick 13:10, main
pick(n) {
  var a;
  a = [1];
  return a[n];
}
main() {
  output pick(0);
  return pick(1);
}
