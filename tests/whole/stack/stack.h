#ifndef STACK_H
#define STACK_H
#include <stddef.h>
typedef struct stack stack_t_;
typedef struct { int x, y; } point;
struct shared { int a; struct shared *next; };
extern int total;
extern int table[];
stack_t_ *stack_new(void);
int stack_push(stack_t_ *s, int v);
int stack_pop(stack_t_ *s, int *out);
int sum_point(point p);
int len(struct shared *s);
static inline int twice(int x) { return 2 * x; }
static inline int thrice(int x) { return 3 * x; }
#endif
