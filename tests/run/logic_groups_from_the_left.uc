// `&&` and `||` bind equally, unlike in C, and a warning says so.
// output: 0 1 1 0 1 1 0
// returns: 0
// stderr: warning: `&&` and `||` are mixed without parentheses
main() {
  output 1 || 0 && 0;
  output 1 || (0 && 0);
  output 0 && 0 || 1;
  output 0 && (0 || 1);
  output 1 && 0 || 1;
  output 1 || 1 && 1;
  output 1 || 1 && 0;
  return 0;
}
