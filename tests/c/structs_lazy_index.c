// check: unsafe assertion@20
// A large array of structs at unknown indices: numbers, pointers, whole elements.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct S { int x; int y; struct S *next; char name[50]; };
struct S a[300000];

int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i >= 300000 || j < 0 || j >= 300000) return 0;
    a[i].x = 5;
    a[j].y = 7;
    a[i].next = &a[j];
    a[j].name[49] = 'n';
    struct S t = a[i];
    assert(t.x == 5);
    if (i == j) assert(a[i].next->y == 7 && t.y == 7 && t.name[49] == 'n' && t.name[48] == 0);
    assert(a[j].next == 0 || i == j);
    assert(a[j].x != 5 || j == 17);
    return 0;
}
