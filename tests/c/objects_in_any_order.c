// check --check assert: unsafe
// Objects lie in memory in any order.
#include <assert.h>
int main(void)
{
    int a[4], b[4];
    assert(a < b);
    return 0;
}
