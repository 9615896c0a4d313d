// check: safe
#include <assert.h>
typedef unsigned __int128 wide;
unsigned long long nondet_ulonglong(void);
int main(void)
{
    unsigned long long a = nondet_ulonglong();
    wide w = (wide)a * 3;
    assert(w / 3 == a && sizeof w == 16);
    __int128 s = -1;
    __uint128_t u = -1;
    assert(s < 0 && u > 0 && (unsigned long long)(u >> 64) == 18446744073709551615ull);
    assert(9223372036854775808 > 0 && sizeof(9223372036854775808) == 16);
    assert((long long)-9223372036854775808 < 0);
    return 0;
}
