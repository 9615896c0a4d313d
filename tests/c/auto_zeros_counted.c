// Elements that are counted are no more than all.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  int A[n + 1], zeros = 0, others = 0;
  for (int i = 0; i < n; i++) A[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    if (A[i] == 0) zeros++;
    else others++;
  }
  assert(zeros >= 0 && zeros <= n && zeros + others == n);
  return 0;
}
