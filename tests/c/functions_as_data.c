// check: safe
// Addresses of functions by way of `void *`.
#include <assert.h>
static int twice(int x) { return 2 * x; }
static void *table[2] = { (void *)twice, 0 };
int main(void)
{
    int (*f)(int) = (int (*)(int))table[0];
    assert(f && f(4) == 8 && !table[1]);
    return 0;
}
