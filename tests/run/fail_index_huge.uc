// An index of no machine's size.
// status: 1
// output: 1
// stderr: error: index out of bounds: `a[i * i]`
// error-at: 11:10
main() {
  var a, i;
  a = [1, 2];
  i = 18446744073709551616;
  output a[i - 18446744073709551616];
  output a[i * i];
  return 0;
}
