// check: safe
// check -DNORMAL: unsafe assertion@25
// What class a number is of is told in its own type: the least `float`s are subnormal, although they are normal `double`s.
#include <assert.h>
#include <float.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
int main(void)
{
    float least = 1e-45f, most = 0x0.fffffep-126f, normal = FLT_MIN;
    assert(fpclassify(least) == FP_SUBNORMAL && fpclassify(most) == FP_SUBNORMAL);
    assert(!isnormal(least) && !isnormal(most) && isnormal(normal) && fpclassify(normal) == FP_NORMAL);
    assert(fpclassify((double)most) == FP_NORMAL && isnormal((double)least) && isfinite(least));
    assert(fpclassify(0.0f) == FP_ZERO && !isnormal(0.0f) && signbit(-0.0f) && !signbit(0.0f));
    assert(__builtin_isnormal(most) == 0 && __builtin_fpclassify(0, 1, 2, 3, 4, most) == 3);
    assert(isinf(FLT_MAX * 2) && !isinf(FLT_MAX * 2.0) && isnan(NAN) && !isnan(least));
    long double small = LDBL_MIN / 2;
    assert(fpclassify(small) == FP_SUBNORMAL && !isnormal(small) && isnormal(LDBL_MIN));
    assert(fpclassify(DBL_MIN / 2) == FP_SUBNORMAL && isnormal((long double)(DBL_MIN / 2)));
    float x = __VERIFIER_nondet_float();
    if (isnormal(x)) assert(fabsf(x) >= FLT_MIN && fabsf(x) <= FLT_MAX);
    if (fpclassify(x) == FP_SUBNORMAL) assert(x != 0 && fabsf(x) < FLT_MIN);
#ifdef NORMAL
    if (x != 0 && isfinite(x))
        assert(isnormal(x));
#endif
    return 0;
}
