// The primes below 30, by trial division.
// output: 2 3 5 7 11 13 17 19 23 29
// returns: 10
main() {
  var n, d, prime, count;
  n = 2;
  count = 0;
  while (n < 30) {
    prime = 1;
    d = 2;
    while (d * d <= n && prime) {
      if (n % d == 0) prime = 0;
      d = d + 1;
    }
    if (prime) {
      output n;
      count = count + 1;
    }
    n = n + 1;
  }
  return count;
}
