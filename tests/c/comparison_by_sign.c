// check: safe
#include <assert.h>
#include <string.h>
char nondet_char(void);
static int order(const char *a, const char *b) { return strcmp(a, b); }
int main(void)
{
    char a[3] = {0}, b[3] = {0};
    a[0] = nondet_char();
    b[0] = nondet_char();
    int r = order(a, b), s = order(b, a);
    assert((r == 0) == (a[0] == b[0]));
    assert((r < 0) == (s > 0) && (r > 0) == (s < 0));
    if ((unsigned char)a[0] > (unsigned char)b[0]) assert(memcmp(a, b, 3) > 0);
    return 0;
}
