// check: unsafe assertion@10
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 127)
        return 0;
    unsigned __int128 one = 1, wide = one << count;
    assert(wide >> 101 != 32);
    return 0;
}
