// check --check assert,overflow: safe
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern short __VERIFIER_nondet_short(void);
int main(void)
{
    double x = __VERIFIER_nondet_double();
    short s = __VERIFIER_nondet_short();
    float f = s;
    assert((short)f == s && (int)(f / 2 * 2) == s);
    if (x >= 0 && x < 256) {
        unsigned char c = x;
        assert(c <= x && x < c + 1);
    }
    return 0;
}
