/* Loops in loops, 10^12 rounds, without any input. */
#include <assert.h>
int main(void)
{
    unsigned x = 1, i, j;
    for (i = 0; i < 1000000; i++)
        for (j = 0; j < 1000000; j++) x = x * 1103515245u + 12345u;
    assert(x == 7);
    return 0;
}
