// check: unsafe assertion@10
#include <assert.h>
#include <string.h>
int main(void)
{
    int r = strcmp("a", "c");
    assert(r < 0 && strcmp("c", "a") > 0 && !strcmp("a", "a") && strcmp("a", "b") != 0);
    assert(memcmp("ab", "ac", 2) < 0 && strncmp("ab", "ac", 1) == 0);
    assert(strncmp("a", "b", 0) == 0);
    assert(r == -1 || r == -2);
    return 0;
}
