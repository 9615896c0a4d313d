// Everything that a filter lets through has the property that it asks for.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *A = malloc(n * sizeof(int)), *B = malloc(n * sizeof(int));
  if (!A || !B) return 0;
  int k = 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    A[i] = x;
    if (x > 0) {
      B[k] = x;
      k++;
    }
  }
  for (int z = 0; z < k; z++) assert(B[z] > 0);
  return 0;
}
