// An error in a function with two callers is one finding.
// check: unsafe
main() {
  var x;
  x = input;
  if (x > 0) output inverse(x - 5); else output inverse(x + 5);
  return 0;
}
inverse(n) {
  return 100 / n; //~ division-by-zero
}
