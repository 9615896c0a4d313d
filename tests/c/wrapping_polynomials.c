// check: safe
// check -DBUG: unsafe assertion@18
// Triangular and tetrahedral numbers wrap around, and so do the polynomials that they are: equations of a fraction of
// what linear algebra gives, asked about within the loop, too.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0, q = 0;
    while (i < n) {
        assert(2 * s == i * i + i);
        i = i + 1;
        s = s + i;
        q = q + s;
    }
#ifdef BUG
    assert(3 * q == i * (i + 1) * (i + 2));
#endif
    assert(6 * q == i * (i + 1) * (i + 2));
    return 0;
}
