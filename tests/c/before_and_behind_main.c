// check: safe
// check -DFIRST: unsafe assertion@23
// check -DEXIT: unsafe assertion@18
// check -DRETURN: unsafe assertion@18
// check -DQUICK: safe
// Constructors, destructors, and functions that are given to `atexit`.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
extern int nondet_int(void);
static int order[4], count, ends;
static void third(void) __attribute__((constructor));
static void third(void) { order[count++] = 3; }
__attribute__((constructor(102))) static void second(void) { order[count++] = 2; }
__attribute__((constructor(101))) static void first(void) { order[count++] = 1; }
static void late(void) { assert(ends == 1), ends = 2; }
static void early(void) { assert(ends == 0), ends = 1; }
static __attribute__((destructor)) void last(void) { assert(ends == 2); }

int main(void)
{
#ifdef FIRST
    assert(order[0] != 1);
#endif
    assert(count == 3 && order[1] == 2 && order[2] == 3);
    if (nondet_int() == 5)
        abort();
#ifdef QUICK
    _exit(3);
#elif defined(EXIT)
    if (nondet_int() == 6)
        exit(1);
#elif defined(RETURN)
    if (nondet_int() == 6)
        return 1;
#endif
    atexit(late);
    assert(atexit(early) == 0);
    return nondet_int();
}
