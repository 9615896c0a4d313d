// No element is greater than the maximum.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int maximum(int *A, int n) {
  int m = A[0];
  for (int i = 1; i < n; i++)
    if (A[i] > m) m = A[i];
  return m;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int A[n];
  for (int i = 0; i < n; i++) A[i] = __VERIFIER_nondet_int();
  int m = maximum(A, n);
  for (int i = 0; i < n; i++) assert(A[i] <= m);
  return 0;
}
