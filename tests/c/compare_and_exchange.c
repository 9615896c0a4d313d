// check: safe
// check -DBUG: unsafe assertion@19
#include <assert.h>
#include <stdatomic.h>
extern int nondet_int(void);
static atomic_int x;
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void)
{
    int expected = 0;
    assert(atomic_compare_exchange_strong(&x, &expected, 5) && x == 5);
    expected = nondet_int();
    int was = expected;
    if (!atomic_compare_exchange_weak(&x, &expected, 7))
        assert(expected == 5 && was != 5);
    else
#ifdef BUG
        assert(x == 5);
#else
        assert(was == 5 && atomic_load(&x) == 7);
#endif
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    return 0;
}
