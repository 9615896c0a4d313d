// check: safe
// check -DBUG: unsafe assertion@28
// check -DOPEN: unknown
// The functions of <tgmath.h> are chosen by their arguments; what the library gives for long doubles is not known.
#include <assert.h>
#include <tgmath.h>
extern float nondet_float(void);
int main(void) {
    float f = 2.25f;
    double d = -2.5;
    long double l = 9.0L;
    int i = 16, e;
    double complex z = 3.0 + 4.0 * I;
    assert(sizeof(sqrt(f)) == 4 && sizeof(sqrt(d)) == 8 && sizeof(sqrt(l)) == 16 && sizeof(sqrt(i)) == 8);
    assert(sqrt(f) == 1.5f && sqrt(l) == 3.0L && sqrt(i) == 4.0 && fabs(d) == 2.5 && floor(d) == -3);
    assert(sizeof(fmax(f, d)) == 8 && sizeof(fmin(f, f)) == 4 && sizeof(fmax(f, i)) == 8 && sizeof(fmod(f, l)) == 16);
    assert(fmax(f, d) == 2.25 && fmod(l, f) == 0.0L && copysign(f, d) == -2.25f && round(d) == -3 && lround(d) == -3);
    assert(fma(f, f, f) == 7.3125f && sizeof(fma(f, f, f)) == 4 && frexp(f, &e) == 0.5625f && e == 2);
    assert(ldexp(f, 1) == 4.5f && sizeof(ldexp(f, 1L)) == 4 && hypot(3.0f, 4.0f) == 5.0f && pow(2, 10) == 1024);
    assert(sizeof(fabs(z)) == 8 && sizeof(sqrt(z)) == 16 && sizeof(sin(z * f)) == 16);
    assert(creal(z) == 3.0 && cimag(z) == 4.0 && cimag(conj(z)) == -4.0 && creal(f) == 2.25f && sizeof(creal(f)) == 4);
    float x = nondet_float();
    if (!(x >= 0 && x <= 1e6f))
        return 0;
#ifdef OPEN
    assert(sin(l) != 0 || asinh(d) != 0 || cbrt(d) != 0 || fabs(z) != 0);
#endif
    assert(sqrt(x) <=
#ifndef BUG
           1e3f);
#else
           1e2f);
#endif
    return 0;
}
