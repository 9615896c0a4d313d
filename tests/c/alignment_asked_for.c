// check: safe
// check -DBUG: unsafe assertion@20
// The alignment of a variable that is declared with one of its own, and `offsetof` by an index that is not constant.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct texts { int count; short data[4]; };
static int wide __attribute__((aligned(64)));
static int plain;

int main(void)
{
    _Alignas(32) char c = 0;
    static char kept __attribute__((aligned(16)));
    assert(__alignof__(wide) == 64 && __alignof__(plain) == 4 && __alignof__(c) == 32 && __alignof__(kept) == 16);
    assert(_Alignof(__typeof__(c)) == 1 && __alignof__(__typeof__(wide)) == 4 && __alignof__(__typeof__(1.0)) == 8);
    assert(_Alignof(struct { char c __attribute__((aligned(8))); }) == 8 && __alignof__(&wide) == 8);
#ifdef BUG
    assert(__alignof__(wide) == 4);
#endif
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    assert(offsetof(struct texts, data[n]) == 4 + 2 * (size_t)n && offsetof(struct texts, data[1]) == 6);
    return c;
}
