/* Many large structs, some of them copied. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct T { char name[50]; int numbers[20]; struct T *next; } a[2000000], b[2000000];
int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i >= 2000000 || j < 0 || j >= 2000000) return 0;
    a[i].name[j % 50] = 1;
    a[j] = b[i];
    b[j] = a[i];
    for (int k = 0; k < 2000000; k++) a[k].next = &b[k];
    assert(a[i].next == &b[i] || a[j].name[3] == 2);
    return 0;
}
