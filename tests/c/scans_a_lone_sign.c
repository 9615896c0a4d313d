// check: safe
// A sign without a number is no end of the text.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int x = 7, y = 8;
    unsigned u = 9;
    assert(sscanf("-", "%d", &x) == 0 && sscanf("+", "%d", &x) == 0 && x == 7);
    assert(sscanf("  -", "%u", &u) == 0 && sscanf("+", "%i", &x) == 0 && u == 9);
    assert(sscanf("5 -", "%d %d", &x, &y) == 1 && x == 5 && y == 8);
    assert(sscanf("", "%d", &x) == EOF && sscanf("  ", "%d", &x) == EOF && sscanf("5", "%d%d", &y, &x) == 1);
    assert(sscanf("-x", "%d", &x) == 0 && sscanf("-7", "%1d", &x) == 0 && sscanf("-7", "%2d", &x) == 1 && x == -7);
    return 0;
}
