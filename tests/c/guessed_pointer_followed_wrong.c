// check --check assert: unsafe
// The replay puts the array where the model has the pointer.
#include <assert.h>
int a[3];
int main(void)
{
    int *p;
    if (p == &a[1])
        p[1] = 9;
    assert(a[2] == 0);
    return 0;
}
