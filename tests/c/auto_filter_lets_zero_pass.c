// The filter lets 0 pass.
// check: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 10000) return 0;
  int B[n], k = 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    if (x >= 0) {
      B[k] = x;
      k++;
    }
  }
  for (int z = 0; z < k; z++) assert(B[z] > 0);
  return 0;
}
