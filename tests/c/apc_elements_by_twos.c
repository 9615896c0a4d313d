// check --technique apc --check assert: safe
// check --check assert -DBUG: unsafe error-statement@17
// Two elements a round, by a number that goes on by one and by one that goes on by two: what holds of all behind it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 10000 || n % 2 != 0)
    return 0;
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int)), i;
  for (i = 0; i < n / 2; i++) {
    if (a[2 * i] > 7)
      a[2 * i] = 7;
    if (a[2 * i + 1] > 7)
#ifdef BUG
      if (i == 3) reach_error(); else
#endif
      a[2 * i + 1] = 0;
  }
  for (i = 0; i < n; i += 2) {
    if (b[i] > 7)
      b[i] = 7;
    if (b[i + 1] > 7)
      b[i + 1] = 0;
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < n && (a[k] > 7 || b[k] > 7))
    reach_error();
  return 0;
}
