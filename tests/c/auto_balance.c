// A balance never exceeds its maximum so far.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int balance = 0, top = 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && balance < 1000000) {
      balance++;
      if (balance > top) top = balance;
    } else if (balance > 0) {
      balance--;
    }
    assert(balance >= 0);
    assert(balance <= top);
  }
  assert(balance <= top);
  return 0;
}
