// Only one branch gives the variable a value.
// input: 1 0
// output: 5
// status: 1
// stderr: error: `x` is used before it has a value
// error-at: 11:10
// stack: f 15:10, main
f(c) {
  var x;
  if (c) x = 5; else c = 6;
  return x;
}
main() {
  output f(input);
  output f(input);
  return 0;
}
