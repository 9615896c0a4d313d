// check: unsafe assertion@13
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double x = __VERIFIER_nondet_double(), s = sin(x), y;
    if (!isnan(s))
        assert(s <= 1 && s >= -1);
    if (x > 0.5 && x < 1)
        assert(exp(x) >= 0 && sqrt(x) <= 1 && floor(x) == 0 && fabs(-x) == x);
    y = floor(x);
    assert(!(y == 7 && x > 7.25));
    return 0;
}
