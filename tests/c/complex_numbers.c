// check: safe
// check -DBUG: unsafe assertion@31
// Complex numbers are computed with as their parts; quotients by complex numbers are open.
#include <assert.h>
#include <complex.h>
extern int nondet_int(void);

static double complex square(double complex z) { return z * z; }

int main(void)
{
    double complex z = 1.0 + 2.0 * I;
    assert(creal(z) == 1.0 && cimag(z) == 2.0 && sizeof z == 16);
    z = square(z);
    assert(z == -3.0 + 4.0 * I && z != 3);
    double _Complex w = ~z;
    assert(__imag__ w == -4.0);
    __real__ w = 7;
    w += 1;
    assert(creal(w) == 8 && conj(w) == 8 + 4.0i);
    float complex narrow = z / 2;
    assert(crealf(narrow) == -1.5f && (double)narrow == -1.5);
    double complex several[2] = { 1, -2.0i };
    assert(cimag(-several[1]) == 2.0 && several[0]);
    int x = nondet_int();
    if (x < -1000 || x > 1000) return 0;
    _Complex int whole = x + 2i;
    whole = whole * whole;
    assert(__imag__ whole == 4 * x && __real__ whole >= -4);
#ifdef BUG
    assert(__real__ whole != 21);
#endif
    return 0;
}
