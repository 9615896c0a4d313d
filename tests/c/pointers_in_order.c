// check: safe
// Different objects have some order, and are apart.
#include <assert.h>
#include <stdint.h>
int main(void)
{
    int a[4], b[4];
    int *low = a < b ? a : b, *high = a < b ? b : a;
    assert(low != high);
    assert((uintptr_t)low + sizeof a <= (uintptr_t)high);
    assert((a < b) != (b < a));
    assert((uintptr_t)&a[2] - (uintptr_t)a == 8);
    return 0;
}
