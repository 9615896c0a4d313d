/* Bytes that are written one by one, and compared. */
#include <string.h>
#include <assert.h>
char a[1 << 28], b[1 << 28];
int main(void)
{
    memset(a, 7, sizeof a);
    memcpy(b, a, sizeof b);
    assert(memcmp(a, b, sizeof a) != 0);
    return 0;
}
