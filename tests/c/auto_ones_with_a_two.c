// One element of the sum is no one.
// check: unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100000) return 0;
  int A[n + 1];
  for (unsigned i = 0; i < n; i++) A[i] = i == 7 ? 2 : 1;
  unsigned s = 0, left = n;
  while (left > 0) {
    left--;
    s += A[left];
  }
  assert(s == n);
  return 0;
}
