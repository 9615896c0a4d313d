// check: unknown
// check -DBUG: unsafe assertion@14
// A second return of `setjmp` is cut; all else is looked at.
#include <assert.h>
#include <setjmp.h>
extern int nondet_int(void);
static jmp_buf place;

int main(void)
{
    int x = nondet_int();
    if (setjmp(place) == 0) {
#ifdef BUG
        assert(x != 3);
#endif
        if (x == 5)
            longjmp(place, 1);
    } else {
        assert(0);
    }
    return 0;
}
