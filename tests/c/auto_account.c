// A balance between its extremes so far.
// check: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int balance = 0, top = 0, bottom = 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < -100 || x > 100) continue;
    if (balance + x < -1000000 || balance + x > 1000000) continue;
    balance += x;
    if (balance > top) top = balance;
    if (balance < bottom) bottom = balance;
  }
  assert(bottom <= balance && balance <= top);
  assert(bottom <= 0 && top >= 0);
  return 0;
}
