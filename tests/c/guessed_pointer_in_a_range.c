// check --check assert: unsafe
// Null and addresses that are guessed have an order with those of objects.
#include <assert.h>
int a[3];
int main(void)
{
    int *p;
    if (p >= a && p < a + 3 && (unsigned long)p % sizeof(int) == 0) {
        *p = 9;
        assert(a[0] + a[1] + a[2] == 9);
        assert(a[2] != 9);
    }
    return 0;
}
