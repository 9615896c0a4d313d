// check: safe
// A gigabyte that nobody touches but for a byte.
#include <assert.h>
static char buffer[1 << 30], other[1 << 30];
int main(void)
{
    *(int *)(buffer + 12345678) = 258;
    assert(buffer[12345679] == 1 && buffer[5] == 0 && other[77] == 0);
    return 0;
}
