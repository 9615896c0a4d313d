// The right operand that would assign is not evaluated.
// output: 0 2
// status: 1
// stderr: error: `x` is used before it has a value
// error-at: 14:10
set(p, value) {
  *p = value;
  return value;
}
main() {
  var x, y;
  output 0 && set(&x, 1);
  if (1 && set(&y, 2)) output y;
  output x;
  return 0;
}
