// check: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 127)
        return 0;
    unsigned __int128 one = 1, wide = (one << 64) + __VERIFIER_nondet_ulong();
    __int128 low = -(__int128)(one << 100);
    if (count > 64)
        assert(wide >> count == 0);
    if (count == 64)
        assert(wide >> count == 1);
    if (count >= 100)
        assert(low >> count == -1);
    assert((one << count) >> count == 1);
    return 0;
}
