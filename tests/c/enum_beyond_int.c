// check: safe
#include <assert.h>
enum wide { BELOW = 1, WIDE = 4294967296LL, NEXT };
enum signed_wide { NEGATIVE = -1, HALF = 0x80000000 };
enum small { TOP = 0xfffffffeu, LAST };
enum plain { ONE = 1 };
int main(void)
{
    enum wide w = NEXT;
    enum signed_wide s = NEGATIVE;
    assert(sizeof w == 8 && w == 4294967297LL && w > 4294967295u);
    assert(sizeof BELOW == 4 && sizeof WIDE == 8 && BELOW - 2 < 0);
    assert(sizeof s == 8 && s < 0 && sizeof HALF == 8 && HALF > 0);
    assert(sizeof LAST == 4 && LAST + 1 == 0 && sizeof(enum small) == 4);
    enum plain p = ONE;
    assert(sizeof p == 4 && p - 2 > 0 && ONE - 2 < 0);
    return 0;
}
