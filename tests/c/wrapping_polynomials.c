// check --technique apc: safe
// check -DBUG: unsafe assertion@22
// check -DLATER: unsafe assertion@24
// Triangular numbers and squares wrap around, and so do the polynomials that they are: equations modulo the size of the
// type, also such that are a fraction of what linear algebra gives.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0, q = 0, odd = 1;
    while (i < n) {
        assert(2 * s == i * i + i);
        if (__VERIFIER_nondet_uint() % 2)
            continue;
        i = i + 1;
        s = s + i;
        q = q + odd;
        odd = odd + 2;
    }
#ifdef BUG
    assert(s == i * i + i);
#elif defined LATER
    assert(4 * q != 144);
#endif
    assert(2 * s == i * i + i);
    assert(q == i * i);
    return 0;
}
