/* Sets of 64 numbers as bits.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

typedef uint64_t set;

static set with(set s, unsigned i)
{
    return s | (set)1 << i;
}

static set without(set s, unsigned i)
{
#ifdef BUG
    return s ^ (set)1 << i;
#else
    return s & ~((set)1 << i);
#endif
}

static int has(set s, unsigned i)
{
    return s >> i & 1;
}

int main(void)
{
    set s = __VERIFIER_nondet_ulonglong(), t = __VERIFIER_nondet_ulonglong();
    unsigned i = __VERIFIER_nondet_uchar() & 63, j = __VERIFIER_nondet_uchar() & 63;

    assert(has(with(s, i), i));
    assert(!has(without(s, i), i));
    if (i != j) {
        assert(has(with(s, i), j) == has(s, j));
        assert(has(without(s, i), j) == has(s, j));
    }
    assert(has(s & t, i) == (has(s, i) && has(t, i)));
    assert(has(s | t, j) == (has(s, j) || has(t, j)));
    return 0;
}
