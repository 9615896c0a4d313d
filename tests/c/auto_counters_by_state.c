// Three counters whose turn a state tells.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), state = 0;
  int red = 0, green = 0, yellow = 0;
  for (int i = 0; i < n; i++) {
    switch (state) {
    case 0: red++; state = 1; break;
    case 1: green++; state = 2; break;
    default: yellow++; state = 0; break;
    }
  }
  assert(red >= green && green >= yellow && red - yellow <= 1);
  return 0;
}
