// check --technique compact: unsafe out-of-bounds@12
// Only the last iteration of many leaves the array.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 500 || n > 1000000) return 0;
  int *a = malloc(n * sizeof(int));
  int i = 0;
  while (i <= n) {
    if (i % 3 != 5)
      a[i] = i;
    i++;
  }
  return 0;
}
