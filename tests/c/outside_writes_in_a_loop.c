// check: unsafe assertion@14
#include <assert.h>
extern int next(int *value);
int main(void)
{
    int x = 0, sum = 0, a[100] = {0};
    for (int i = 0; i < 3; i++) {
        if (!next(&x))
            return 0;
        if (x < 0 || x > 10)
            return 0;
        sum += x;
    }
    assert(sum != 30);
    return 0;
}
