// status: 1
// output: 1 2 3
// stderr: error: index out of bounds: `a[i]`
// error-at: 11:12
// stack: main
main() {
  var a, i;
  a = [1, 2, 3];
  i = 0;
  while (i < 4) {
    output a[i];
    i = i + 1;
  }
  return 0;
}
