// 0 is false, everything else is true; logic gives 0 or 1.
// output: 1 4 6 3 2 1 0 1 0 1 1 0 0 1 1 0 1
// returns: 0
main() {
  var n;
  if (-1) output 1; else output 2;
  if (0) output 3; else output 4;
  if (0 - 0) output 5; else output 6;
  n = 3;
  while (n) {
    output n;
    n = n - 1;
  }
  output !5;
  output !0;
  output !-3;
  output !!7;
  output 5 && -3;
  output 5 && 0;
  output 0 && 5;
  output 2 || 0;
  output 0 || -2;
  output 0 || 0;
  output -1 || -1;
  return 0;
}
