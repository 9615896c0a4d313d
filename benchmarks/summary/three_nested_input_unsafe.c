// Three counters inside each other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long n = __VERIFIER_nondet_int();
  if (n < 0 || n > 200) {
    return 0;
  }
  long long m = __VERIFIER_nondet_int();
  if (m < 0 || m > 200) {
    return 0;
  }
  long long l = __VERIFIER_nondet_int();
  if (l < 0 || l > 200) {
    return 0;
  }
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
  if (!(sum < 1000)) {
    reach_error();
  }
  return 0;
}
