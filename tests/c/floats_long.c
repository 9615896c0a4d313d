// check: safe
// check --data-model ILP32: safe
#include <assert.h>
extern long double __VERIFIER_nondet_longdouble(void);
int main(void)
{
    long double x = __VERIFIER_nondet_longdouble();
    if (x > 1 && x < 2)
        assert(x + 1 >= 2 && x + 1 <= 3 && (double)x >= 1 && (double)x <= 2);
    assert(1e4000L > 1e300 && 1e4000L / 1e4000L == 1);
    assert((long double)9007199254740993LL == 9007199254740993LL && (double)9007199254740993LL != 9007199254740993.0L);
    return 0;
}
