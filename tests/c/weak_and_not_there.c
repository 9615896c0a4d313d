// check: safe
// check -DBUG: unsafe assertion@25
// A function that is declared weak and that nobody defines has no address.
#include <assert.h>
extern int missing(int) __attribute__((weak));
__attribute__((weak)) int there(int);
int (*const first)(int) = there;
int (*second)(int) = missing;
static int calls;
static int call(int n)
{
    if (missing)
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
    if (!missing) {
#ifdef BUG
        assert(second);
#endif
        return 0;
    }
    return missing(1);
}
int there(int n) { return n + 1; }
