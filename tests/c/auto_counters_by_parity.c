// Two counters whose turn the parity tells.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int even = 0, odd = 0;
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0) even++;
    else odd++;
  }
  assert(even + odd == n);
  assert(even == odd || even == odd + 1);
  return 0;
}
