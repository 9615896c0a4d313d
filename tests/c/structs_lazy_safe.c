// check: safe
// Copies of elements, rows and fields of a large array of structs keep what they are.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct In { int u; int *p; };
struct S { struct In in[3]; char big[200]; };
struct S a[70000], b;
int one = 1;

int main(void)
{
    int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (i < 1 || i >= 70000 || k < 0 || k >= 200) return 0;
    b.in[1].u = 8;
    b.in[2].p = &one;
    b.big[k] = 3;
    a[i] = b;
    assert(a[i].in[1].u == 8 && a[i].big[k] == 3 && a[0].big[k] == 0);
    assert(*a[i].in[2].p == 1);
    a[0] = a[i];
    assert(a[0].big[k] == 3 && a[0].in[2].p == &one && a[0].in[0].p == 0);
    a[i].big[k] = 4;
    assert(a[0].big[k] == 3 && b.big[k] == 3);
    return 0;
}
