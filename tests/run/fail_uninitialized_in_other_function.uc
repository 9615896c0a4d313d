// A pointer to a variable without value is handed on.
// status: 1
// output: 3
// stderr: error: `*p` is used before it has a value
// error-at: 8:10
// stack: get 11:10, forward 17:10, main
get(p) {
  return *p;
}
forward(p) {
  return get(p);
}
main() {
  var x, y;
  x = 3;
  output forward(&x);
  output forward(&y);
  return 0;
}
