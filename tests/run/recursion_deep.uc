// Calls may nest deeply: 1 + 2 + … + 50000.
// output: 1250025000
// returns: 0
sum(n) {
  var r;
  r = 0;
  if (n > 0) r = n + sum(n - 1);
  return r;
}
main() {
  output sum(50000);
  return 0;
}
