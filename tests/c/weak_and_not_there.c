// check: safe
// check -DBUG: unsafe assertion@35
// check -DCALLED: unsafe invalid-call@19
// A function that is declared weak and that nobody defines has no address.
#include <assert.h>
extern int missing(int) __attribute__((weak));
__attribute__((weak)) int there(int);
int (*const first)(int) = there;
int (*second)(int) = missing;
extern int abs(int) __attribute__((weak));
int named(int);
#pragma weak named
static int calls;
static int call(int n)
{
#ifndef CALLED
    if (missing)
#endif
        return missing(n);
    calls++;
    return there ? there(n) : -1;
}
int main(void)
{
    int (*pointer)(int) = missing;
    assert(!missing && pointer == 0 && second == 0);
    assert(there != 0 && first == there && first(2) == 3);
    assert(call(4) == 5 && calls == 1);
    // The library has this one.
    assert(abs && abs(-3) == 3);
    extern int inside(int) __attribute__((weak));
    assert(!named && !inside);
    if (!missing) {
#ifdef BUG
        assert(second);
#endif
        return 0;
    }
    return missing(1);
}
int there(int n) { return n + 1; }
