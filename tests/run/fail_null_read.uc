// status: 1
// output: 4
// stderr: error: null pointer followed: `p` is null
// error-at: 7:10
// stack: get 13:14, main
get(p) {
  return *p;
}
main() {
  var x;
  x = 4;
  output get(&x);
  output 1 + get(null);
  return 0;
}
