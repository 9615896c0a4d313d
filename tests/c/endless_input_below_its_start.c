// check --entry start: unsafe assertion@6
// check --entry far: unsafe assertion@11
#include <assert.h>

int start(int *a) {
    if (a[5] == 7 && a[-1] == 3) assert(0);
    return 0;
}

int far(int *a, int i) {
    assert(a[i] != 3 || i < 1000000000);
    return 0;
}
