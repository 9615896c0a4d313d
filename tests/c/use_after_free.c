// check: unsafe dangling-pointer@9
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 5;
  if (__VERIFIER_nondet_int() == 42)
    free(p);
  return *p;
}
