// check: unsafe assertion@14
// check --check overflow: unsafe overflow@13
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    float f = n;
    double x = __VERIFIER_nondet_double();
    if (x > -5.5 && x < 5.5)
        assert((int)x >= -5 && (int)x <= 5);
    int back = (int)f;
    assert(back == n);
    return 0;
}
