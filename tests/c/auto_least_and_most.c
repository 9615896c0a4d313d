// All elements lie between the least and the greatest.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int A[n];
  for (int i = 0; i < n; i++) A[i] = __VERIFIER_nondet_int();
  int least = A[0], most = A[0];
  for (int i = 0; i < n; i++) {
    if (A[i] < least) least = A[i];
    if (A[i] > most) most = A[i];
  }
  for (int i = 0; i < n; i++) assert(least <= A[i] && A[i] <= most);
  return 0;
}
