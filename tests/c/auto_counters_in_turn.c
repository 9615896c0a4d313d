// Three counters whose turn the remainder by three tells.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int a = 0, b = 0, c = 0;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0) a++;
    else if (i % 3 == 1) b++;
    else c++;
  }
  assert(a + b + c == n);
  assert(a >= b && b >= c && a - c <= 1);
  return 0;
}
