// check: safe
// check -DBUG: unsafe out-of-bounds@stack.c:15
#include <assert.h>
#include "stack.h"
int total;
static int helper(int x) { return x - 1; }
extern int nondet_int(void);
int main(void) {
  stack_t_ *s = stack_new();
  int n = nondet_int(), k = 0, x;
  for (int i = 0; i < n && i < 10; i++) k += stack_push(s, i);
  assert(k <= 4);
  assert(n < 5 || total == (n < 10 ? n : 10));
  if (k == 4) { assert(stack_pop(s, &x)); assert(x == 3); }
  point p = {1, 2};
  assert(sum_point(p) == 3);
  struct shared a = {1, 0}, b = {2, &a};
  assert(len(&b) == 2);
  assert(helper(1) == 0 && twice(2) == 4 && thrice(1) == 3 && table[2] == 3);
  return 0;
}
