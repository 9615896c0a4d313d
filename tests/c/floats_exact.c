// check: safe
#include <assert.h>
#include <float.h>
#include <math.h>
static double root(double x)
{
    double r = x;
    for (int i = 0; i < 30; i++)
        r = (r + x / r) / 2;
    return r;
}
static double matrix[2][2] = {{1.5, -2}, {0.25, 1e3}};
int main(void)
{
    double r = root(2), whole;
    float tenth = 0.1f, sum = 0;
    int exponent;
    assert(fabs(r * r - 2) < 1e-15 && r != sqrt(2) + 1);
    for (int i = 0; i < 10; i++)
        sum += tenth;
    assert(sum != 1 && sum == 1.00000012f && tenth != 0.1 && 0.1 + 0.2 != 0.3);
    assert(isnan(0.0 / 0.0) && isinf(1 / 0.0) == 1 && isinf(-1 / 0.0) == -1 && !isfinite(INFINITY));
    assert(-0.0 == 0.0 && signbit(-0.0) && !signbit(0.0) && 1 / -0.0 < 0);
    assert(NAN != NAN && !(NAN < 1) && !(NAN >= 1) && !(NAN == NAN));
    assert((int)3.99 == 3 && (int)-3.99 == -3 && (unsigned char)200.7 == 200 && (long)1e15 == 1000000000000000);
    assert(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1 && round(2.5) == 3 && rint(2.5) == 2);
    assert(modf(-3.25, &whole) == -0.25 && whole == -3 && frexp(48.0, &exponent) == 0.75 && exponent == 6);
    assert(0x1.8p1 == 3 && 0x.1p4f == 1 && 1e-3 == .001 && 1.f / 3 != 1. / 3 && 1.L / 3 != 1. / 3);
    assert(fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5 && remainder(7.5, 2) == -0.5 && fmin(NAN, 1) == 1);
    assert(1 + DBL_EPSILON != 1 && 1 + FLT_EPSILON / 2 == 1 + 0.f + FLT_EPSILON / 2 && 1.f + FLT_EPSILON / 4 == 1);
    assert(FLT_MAX * 2.0 < DBL_MAX && FLT_MAX * 2 > FLT_MAX && DBL_MIN / 2 > 0 && DBL_TRUE_MIN / 2 == 0);
    assert(sin(0) == 0 && cos(0) == 1 && pow(2, 10) == 1024 && exp(0) == 1 && log(1) == 0);
    assert(matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0] == 1500.5);
    assert(copysign(3, -0.0) == -3 && ldexp(1, 10) == 1024 && fma(2, 3, 4) == 10 && fdim(3, 1) == 2 && fdim(1, 3) == 0);
    assert(lround(-2.5) == -3 && lrint(2.5) == 2 && ilogb(8.5) == 3 && nextafter(1, 2) == 1 + DBL_EPSILON);
    assert(fpclassify(0.) == FP_ZERO && fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(1) == FP_NORMAL && isnormal(2.));
    return 0;
}
