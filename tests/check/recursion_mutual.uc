// Two functions that call each other.
// check: unsafe
main() {
  var n;
  n = input;
  assume n >= 0 && n < 8;
  assert even(n) + odd(n) == 1;
  assert even(n) == (n % 2 == 0);
  if (odd(n)) output 10 / (n - 5); //~ division-by-zero(5)
  return 0;
}
even(n) {
  var r;
  if (n == 0) r = 1; else r = odd(n - 1);
  return r;
}
odd(n) {
  var r;
  if (n == 0) r = 0; else r = even(n - 1);
  return r;
}
