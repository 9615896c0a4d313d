// check: unsafe assertion@19
#include <assert.h>
extern int fill(int *p, int count);
struct two { int before; int values[3]; int behind; };
int main(void)
{
    int a[4] = {0}, other[4] = {0};
    struct two s = {1, {2, 3, 4}, 5};
    // Any element may change, also one before the pointer.
    fill(a + 2, 1);
    assert(other[0] == 0 && other[3] == 0);
    if (a[0] == 7 && a[3] == -7) {
        int r = fill(&s.values[1], 2);
        assert(s.before == 1 && s.behind == 5);
        if (r == 9 && s.values[0] == 1 && s.values[2] == 1) {
            int *end = a + 4;
            a[1] = 0;
            fill(end, 0);
            assert(a[1] == 0);
        }
    }
    return 0;
}
