// status: 1
// output: 1
// stderr: error: the "impossible" \ happened
// error-at: 7:15
// stack: f 12:10, main
f(n) {
  if (n == 0) error "the \"impossible\" \\ happened";
  return n;
}
main() {
  output f(1);
  return f(0);
}
