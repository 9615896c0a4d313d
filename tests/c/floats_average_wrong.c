// check: unsafe assertion@14
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    double a[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_double();
        __VERIFIER_assume(a[i] >= 0 && a[i] <= 10);
        sum += a[i];
    }
    double mean = sum / 3;
    assert(mean < 10);
    return 0;
}
