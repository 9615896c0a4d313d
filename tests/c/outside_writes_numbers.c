// check: unsafe assertion@16
// check --data-model ILP32: unsafe assertion@16
#include <assert.h>
extern void get(long *numbers, unsigned char bytes[2][3], short);
extern void glob(int *);
int g[3];
static long s[2];
int main(void)
{
    unsigned char bytes[2][3] = {{0}};
    long l[3] = {1, 2, 3};
    get(l, bytes, 4);
    glob(&g[0]);
    get(s, bytes, 4);
    if (g[1] == -4 && s[1] == (long)1 << 20 && l[2] == -1)
        assert(bytes[1][2] != 200);
    return 0;
}
