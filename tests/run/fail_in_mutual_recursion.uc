// output: 4 3 2 1
// status: 1
// stderr: error: assertion failed: `n > 0`
// error-at: 7:3
// stack: a 13:10, b 9:10, a 13:10, b 9:10, a 16:10, main
a(n) {
  assert n > 0;
  output n;
  return b(n - 1);
}
b(n) {
  output n;
  return a(n - 1);
}
main() {
  return a(4);
}
