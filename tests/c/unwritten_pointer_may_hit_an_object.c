// check --check assert: unsafe
// A pointer that was never written may be any, so also the address of an object: the replay puts the object there.
#include <assert.h>
int main(void)
{
    int x;
    int *p;
    if (p == &x)
        assert(0);
    return 0;
}
