// check --entry find: safe
#include <assert.h>
struct item { int key; char tag; };
int find(struct item *p, int n)
{
    if (n < 0 || n > 1000) return 0;
    p[n].key = 5;
    p[n + 1].tag = 'a';
    assert(p[n].key == 5 && p[n + 1].tag == 'a');
    return p[n].tag;
}
