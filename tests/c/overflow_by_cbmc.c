// check: safe
// check -DBUG: unsafe assertion@19
// CBMC's questions whether an operation leaves its type.
#include <assert.h>
#include <limits.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);

int main(void)
{
    int a = nondet_int(), b = nondet_int();
    unsigned u = nondet_uint(), v = nondet_uint();
    assert(__CPROVER_overflow_plus(INT_MAX, 1) && !__CPROVER_overflow_plus(INT_MAX, 1u));
    assert(__CPROVER_overflow_minus(0u, 1u) && __CPROVER_overflow_unary_minus(INT_MIN));
    assert(__CPROVER_overflow_mult(1L << 40, 1L << 40) && !__CPROVER_overflow_mult(1L << 30, 1L << 30));
    if (!__CPROVER_overflow_plus(a, b)) assert((long)a + b == a + b);
    if (__CPROVER_overflow_plus(u, v)) assert(u + v < u);
#ifdef BUG
    assert(!__CPROVER_overflow_minus(a, b));
#endif
    return 0;
}
