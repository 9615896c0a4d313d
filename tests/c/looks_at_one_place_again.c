// check: safe
// The parts of a condition that look at a place behind one that has done so need no checks of their own, unless
// something may have changed between them.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct node { int kind, value; };
static int classify(struct node *n, int *a, int i)
{
    if (n->kind == 1 || n->kind == 4 || n->kind == 9)
        return 1;
    if (a[i] == n->kind && a[i] != 3 && n->value > a[i])
        return 2;
    return 3;
}
int main(void)
{
    int a[4] = {2, 3, 2, 5}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    struct node n = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int kind = classify(&n, a, i);
    assert((kind == 1) == (n.kind == 1 || n.kind == 4 || n.kind == 9));
    assert(kind != 2 || n.kind == 2 || n.kind == 5);
    return 0;
}
