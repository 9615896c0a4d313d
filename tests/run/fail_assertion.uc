// status: 1
// output: 3
// stderr: error: assertion failed: `n < 3`
// error-at: 7:3
// stack: check 12:10, main
check(n) {
  assert n < 3;
  return n;
}
main() {
  output check(2) + 1;
  output check(3);
  return 0;
}
