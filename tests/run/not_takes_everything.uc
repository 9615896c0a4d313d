// `!` takes the whole expression to its right, unlike in C, and a warning says so.
// output: 1 0 0 6 1 0 1 0 1
// returns: 0
// stderr: warning: `!` is applied to the whole expression behind it
main() {
  output !1 == 2;
  output (!1) == 2;
  output !0 + 5;
  output (!0) + 5;
  output !0 && 0;
  output (!0) && 0;
  output 1 && !1 && 0;
  output !1 || 1;
  output !(1 && 0);
  return 0;
}
