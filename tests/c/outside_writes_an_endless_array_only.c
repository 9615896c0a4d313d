// check --entry f: safe
#include <assert.h>
extern void fill(unsigned char *p);
void f(unsigned char *p, int *q, unsigned n)
{
    int before = q[n];
    fill(p + n);
    assert(p[n] >= 0 && p[n] <= 255);
    assert(q[n] == before);
}
