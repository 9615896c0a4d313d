// check: unsafe assertion@21
#include <assert.h>
#include <stddef.h>
static unsigned char buffer[64];
static size_t used;
static void *take(size_t size)
{
    void *p = buffer + used;
    used += size & ~(size_t)7;
    return p;
}
int __VERIFIER_nondet_int(void);
struct pair { int a, b, c; };
int main(void)
{
    struct pair *p = take(sizeof *p);
    int *n = take(sizeof *n);
    p->a = p->b = p->c = 1;
    *n = __VERIFIER_nondet_int();
    if (*n != 1)
        assert(p->c == 1);
    return 0;
}
