// check: safe
#include <assert.h>
#include <limits.h>
#include <stddef.h>
int nondet_int(void);
int main(void)
{
    int a = nondet_int(), b = nondet_int(), r;
    if (!__builtin_add_overflow(a, b, &r)) assert((long long)a + b == r);
    else assert(a > 0 == b > 0);
    unsigned char c;
    assert(__builtin_add_overflow(200, 100, &c) && c == 44);
    size_t n;
    assert(__builtin_mul_overflow((size_t)-1, (size_t)2, &n) && n == (size_t)-2);
    assert(!__builtin_umull_overflow(1ul << 32, 3, &n) && n == 3ul << 32);
    long l;
    assert(__builtin_ssubl_overflow(LONG_MIN, 1, &l) && l == LONG_MAX);
    assert(__builtin_mul_overflow_p(INT_MAX, 2, (int)0) && !__builtin_mul_overflow_p(INT_MAX, 2, (long)0));
    unsigned u;
    assert(__builtin_sub_overflow(1u, 2u, &u) && u == UINT_MAX);
    return 0;
}
