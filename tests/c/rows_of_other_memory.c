// check: unknown
// What has no rows is no error where it is seen as rows of variable length, nor is it understood.
#include <stdlib.h>
#include <assert.h>
int f(int n, int (*m)[n]) { return m[1][0]; }
int main(void) {
    int n = 3, flat[6] = {0, 1, 2, 3, 4, 5};
    assert(f(3, (int (*)[3]) flat) == 3);
    int fix[3][2] = {{0,1},{2,3},{4,5}};
    assert(f(3, (int (*)[3]) fix) == 3);
    assert(f(3, (void *) fix) == 3);
    return 0;
}
