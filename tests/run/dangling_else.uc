// An `else` belongs to the nearest `if`.
// output: 2 5 7 9 11 13
// returns: 0
classify(a, b) {
  var r;
  r = 9;
  if (a) if (b) r = 5; else r = 2;
  return r;
}
braces(a, b) {
  var r;
  r = 13;
  if (a) { if (b) r = 5; } else r = 11;
  return r;
}
main() {
  output classify(1, 0);
  output classify(1, 1);
  if (1) while (0) if (0) output 6; else output 6;
  if (1) if (0) output 6; else if (0) output 6; else output 7;
  output classify(0, 0);
  output braces(0, 1);
  output braces(1, 0);
  return 0;
}
