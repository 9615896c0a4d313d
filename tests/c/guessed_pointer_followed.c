// check --check assert: safe
// A pointer that was never written may be the address of an object; what it is followed for happens there.
#include <assert.h>
struct three { int x, y[2]; };
int main(void)
{
    int n = 5, a[3] = { 0, 0, 0 };
    struct three s = { 2, { 3, 4 } };
    int *p, *q;
    struct three *r;
    if (p == &n) {
        *p = 7;
        assert(n == 7);
    }
    if (q == &a[1]) {
        q[1] = 9;
        assert(a[2] == 9 && a[1] == 0 && q[-1] == 0);
    }
    if (r == &s) {
        r->y[1] = s.x;
        assert(s.y[1] == 2 && r->x == 2);
    }
    return 0;
}
