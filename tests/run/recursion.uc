// fib(15), Ackermann's function of 2 and 3, the greatest common divisor, binomials.
// output: 610 9 21 252
// returns: 0
fib(n) {
  var r;
  if (n < 2) r = n; else r = fib(n - 1) + fib(n - 2);
  return r;
}
ackermann(m, n) {
  var r;
  if (m == 0) r = n + 1;
  else if (n == 0) r = ackermann(m - 1, 1);
  else r = ackermann(m - 1, ackermann(m, n - 1));
  return r;
}
gcd(a, b) {
  if (b != 0) a = gcd(b, a % b);
  return a;
}
binomial(n, k) {
  var r;
  if (k == 0 || k == n) r = 1; else r = binomial(n - 1, k - 1) + binomial(n - 1, k);
  return r;
}
main() {
  output fib(15);
  output ackermann(2, 3);
  output gcd(1071, 462);
  output binomial(10, 5);
  return 0;
}
