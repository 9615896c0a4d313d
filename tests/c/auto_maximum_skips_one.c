// The second element is not looked at.
// check: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 3 || n > 100000) return 0;
  int A[n];
  for (int i = 0; i < n; i++) A[i] = __VERIFIER_nondet_int();
  int m = A[0];
  for (int i = 2; i < n; i++)
    if (A[i] > m) m = A[i];
  for (int i = 0; i < n; i++) assert(A[i] <= m);
  return 0;
}
