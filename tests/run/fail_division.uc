// status: 1
// output: 5
// stderr: error: division by zero: `b` is 0
// error-at: 7:10
// stack: divide 10:14, half 14:10, main
divide(a, b) {
  return a / b;
}
half(a, b) {
  return 1 + divide(a, b);
}
main() {
  output half(8, 2);
  output half(8, 0);
  return 0;
}
