// check: safe
// check -DBUG: unsafe assertion@28
// check -DFAR: unsafe out-of-bounds@30
// check -DTEXT: unsafe out-of-bounds@32
// `memset` and its kin work on bytes: given a part of something, they may reach over what is around it, but not beyond.
#include <assert.h>
#include <string.h>
struct record { char head[4]; int low, high; char tail[4]; };
static int matrix[3][4];
static double large[50][40];
int main(void)
{
    struct record r = { "abc", 1, 2, "xyz" }, s = { "abc", 3, 4, "xyw" };
    matrix[2][3] = 5;
    memset(&matrix[0][1], 0xff, 11 * sizeof(int));
    assert(matrix[0][0] == 0 && matrix[0][1] == -1 && matrix[2][3] == -1);
    memset(matrix[0], 0, sizeof matrix);
    assert(matrix[1][0] == 0 && matrix[2][3] == 0);
    large[49][39] = 1;
    memset(&large[0][0], 0, sizeof large);
    assert(large[49][39] == 0);
    assert(memcmp(&r.low, &s.low, 8) < 0 && memcmp(&r.low, &r.low, 12) == 0);
    memcpy(&r.low, &s.low, 2 * sizeof(int));
    assert(r.low == 3 && r.high == 4 && r.tail[2] == 'z');
    memmove(r.head, &s.low, 8);
    assert(r.low == 4 && r.head[0] == 3);
#ifdef BUG
    assert(r.high == 3);
#elif defined FAR
    memset(&r.low, 0, 13);
#elif defined TEXT
    strcpy(r.head, "abcdef");
#endif
    return 0;
}
