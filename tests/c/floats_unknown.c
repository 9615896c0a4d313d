// check: unsafe assertion@18
// check --check div: safe
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    int n = __VERIFIER_nondet_int();
    if (x >= 0 && x <= 100 && y >= 0 && y <= 100) {
        float s = x + y;
        assert(s >= x && s >= y && s <= 200);
        assert(x - y == -(y - x));
        if (y >= 1)
            assert(x / y <= 100);
    }
    if (x == x)
        assert(x + 1 > x);
    assert((int)(double)n == n);
    return (int)(x / y);
}
