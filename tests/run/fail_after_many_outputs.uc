// What was written before the failure comes out.
// output: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
// status: 1
// stderr: error: enough
// error-at: 10:17
main() {
  var i;
  i = 1;
  while (1) {
    if (i > 20) error "enough";
    output i;
    i = i + 1;
  }
  return 0;
}
