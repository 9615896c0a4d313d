// check: safe
// check -DBUG: unsafe assertion@17
// What the macros of <stdatomic.h> call is known although the program names none of it.
#include <assert.h>
#include <stdatomic.h>
static atomic_int count = 5;
static _Atomic unsigned flags;
int main(void)
{
    assert(atomic_fetch_add(&count, 2) == 5 && atomic_fetch_sub(&count, 1) == 7);
    atomic_fetch_or(&flags, 6u);
    atomic_fetch_and(&flags, 3u);
    assert(atomic_load(&count) == 6 && flags == 2 && atomic_exchange(&flags, 9u) == 2);
    int expected = 1;
    assert(!atomic_compare_exchange_strong(&count, &expected, 8) && expected == 6);
#ifdef BUG
    assert(atomic_fetch_xor(&flags, 1u) == 8);
#endif
    return 0;
}
