// check --technique compact: safe
// What one loop writes, another reads.
#include <stdlib.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++)
    a[i] = 2 * i + 1;
  for (int i = 0; i < n; i++)
    if (a[i] != 2 * i + 1)
      reach_error();
  return 0;
}
