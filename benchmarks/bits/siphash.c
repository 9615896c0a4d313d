/* A SipHash round can be undone.
   With BUG defined, it is wrong. */
#include <assert.h>
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

#define ROTL(x, n) ((x) << (n) | (x) >> (64 - (n)))

typedef unsigned long long u64;

int main(void)
{
    u64 a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
    u64 c = __VERIFIER_nondet_ulonglong(), d = __VERIFIER_nondet_ulonglong();
    u64 v0 = a, v1 = b, v2 = c, v3 = d;

    v0 += v1; v1 = ROTL(v1, 13); v1 ^= v0; v0 = ROTL(v0, 32);
    v2 += v3; v3 = ROTL(v3, 16); v3 ^= v2;
    v0 += v3; v3 = ROTL(v3, 21); v3 ^= v0;
    v2 += v1; v1 = ROTL(v1, 17); v1 ^= v2; v2 = ROTL(v2, 32);

    v2 = ROTL(v2, 32); v1 ^= v2; v1 = ROTL(v1, 47); v2 -= v1;
    v3 ^= v0; v3 = ROTL(v3, 43); v0 -= v3;
#ifdef BUG
    v3 ^= v2; v3 = ROTL(v3, 47); v2 -= v3;
#else
    v3 ^= v2; v3 = ROTL(v3, 48); v2 -= v3;
#endif
    v0 = ROTL(v0, 32); v1 ^= v0; v1 = ROTL(v1, 51); v0 -= v1;
    assert(v0 == a && v1 == b && v2 == c && v3 == d);
    return 0;
}
