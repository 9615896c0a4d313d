// The sieve of Eratosthenes on an array of forty numbers; what is left are the primes.
// output: 2 3 5 7 11 13 17 19 23 29 31 37
// returns: 12
main() {
  var sieve, i, j, count;
  sieve = [0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
  i = 2;
  count = 0;
  while (i < 40) {
    if (sieve[i]) {
      output i;
      count = count + 1;
      j = i * i;
      while (j < 40) {
        sieve[j] = 0;
        j = j + i;
      }
    }
    i = i + 1;
  }
  return count;
}
