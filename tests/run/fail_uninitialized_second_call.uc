// A variable has no value at the start of each call, whatever earlier calls gave it.
// output: 1
// status: 1
// stderr: error: `x` is used before it has a value
// error-at: 10:10
// stack: f 14:10, main
f(first) {
  var x;
  if (first) x = 1;
  return x;
}
main() {
  output f(1);
  output f(0);
  return 0;
}
