#include "stack.h"
#include <stdlib.h>
struct stack { int data[4]; int top; };
int total;
int table[3] = {1, 2, 3};
static int helper(int x) { return x + 1; }
stack_t_ *stack_new(void) { stack_t_ *s = malloc(sizeof *s); s->top = 0; return s; }
int stack_push(stack_t_ *s, int v) {
  total = helper(total);
#ifdef BUG
  if (s->top > 4) return 0;
#else
  if (s->top >= 4) return 0;
#endif
  s->data[s->top++] = v; return 1; }
int stack_pop(stack_t_ *s, int *out) { if (!s->top) return 0; *out = s->data[--s->top]; return 1; }
int sum_point(point p) { return p.x + p.y; }
int len(struct shared *s) { int n = 0; while (s) { n++; s = s->next; } return n; }
