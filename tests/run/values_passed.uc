// A function gets copies: the caller's array and record stay as they are.
// output: 100 1 100 1 7 1
// returns: 0
changeArray(a) {
  a[0] = 100;
  return a;
}
changeRecord(r) {
  r.v = 100;
  return r;
}
changeNumber(n) {
  n = n + 1;
  return n;
}
main() {
  var a, b, r, s, n;
  a = [1, 2];
  b = changeArray(a);
  output b[0];
  output a[0];
  r = {v: 1};
  s = changeRecord(r);
  output s.v;
  output r.v;
  n = 6;
  output changeNumber(n);
  output n == 6;
  return 0;
}
