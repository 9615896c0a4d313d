// check: unsafe assertion@12
// check --check div: safe
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x < 0) && !(x > 0) && x != 0)
        assert(isnan(x));
    if (x <= 1.0 || x > 1.0)
        assert(!isnan(x)), assert(isfinite(x));
    return 0;
}
