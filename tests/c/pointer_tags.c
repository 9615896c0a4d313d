// check: safe
// Low bits of pointers that are known to be zero carry a tag.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
struct node { int value; uintptr_t link; };
int main(void)
{
    struct node a = { 1, 0 }, b = { 2, (uintptr_t)&a | (__VERIFIER_nondet_int() != 0) };
    assert(((uintptr_t)&a & 3) == 0 && (uintptr_t)&a != 0);
    struct node *n = (struct node *)(b.link & ~(uintptr_t)1);
    assert(n == &a && n->value == 1);
    n->value = 5;
    assert(a.value == 5 && (b.link & 1) <= 1);
    void *p = (void *)(uintptr_t)&b;
    assert(((struct node *)p)->value == 2);
    return 0;
}
