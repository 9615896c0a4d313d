// Three counters inside each other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long n = 1000000;
  long long m = 1000000;
  long long l = 1000000;
  long long i, j, k, sum;
  i = 0;
  j = 0;
  k = 0;
  sum = 0;
  while (i < n) {
    j = 0;
    while (j < m) {
      k = 0;
      while (k < l) {
        sum = sum + 1;
        k = k + 1;
      }
      j = j + 1;
    }
    i = i + 1;
  }
  if (!(sum == 1000000000000000000)) {
    reach_error();
  }
  return 0;
}
