// check: safe
#include <assert.h>
int nondet_int(void);
void leave(int) __attribute__((noreturn));
__attribute__((__noreturn__)) void leave_too(void);
_Noreturn void go(const char *);
void pthread_exit(void *);
static void die(void) __attribute__((noreturn));
static void die(void) { leave_too(); }
int main(void)
{
    int x = nondet_int();
    if (x == 1) leave(x);
    if (x == 2) leave_too();
    if (x == 3) go("x");
    if (x == 4) pthread_exit(0);
    if (x == 5) die();
    assert(x < 1 || x > 5);
    return 0;
}
