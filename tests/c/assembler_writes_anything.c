// check: unsafe assertion@7
#include <assert.h>
int main(void)
{
    int x = 1, y = 2;
    __asm__("bswap %0" : "=r"(x) : "0"(y));
    assert(x != 7 || y != 2);
    return 0;
}
