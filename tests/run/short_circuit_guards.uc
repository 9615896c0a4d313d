// The right operand is not evaluated when the left one decides, so it may fail.
// input: 0 5 -10
// output: 1 1 0 0 3 3 1 0
// returns: 0
guarded(x) {
  return x == 0 || 10 / x > 1;
}
valueOr(p, other) {
  var r;
  if (p != null && *p != 0) r = *p; else r = other;
  return r;
}
main() {
  var a, i;
  output guarded(input);
  output guarded(input);
  output guarded(input);
  a = [4, 2, 0];
  i = 0;
  output a[2] && 1 / a[2];
  while (i < 3 && a[i] > -1) i = i + 1;
  output i;
  output valueOr(null, 3);
  output valueOr(alloc 1, 3);
  output null != null && *null == 1;
  return 0;
}
