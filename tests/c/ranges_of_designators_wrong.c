// check: unsafe assertion@7
// Only the last element of a range is continued.
#include <assert.h>
int main(void)
{
    int r[6][2] = {[1 ... 2][0] = 4, 5, 6};
    assert(r[1][1] == 5);
    return 0;
}
