// check: unsafe assertion@17
// What memory holds that was never written is one number for each field of each struct, in this order.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct S { int x; char n[8]; struct { short u, v[2]; } in[2]; struct S *next; };

int main(void)
{
    struct S a[100];
    struct S *h = malloc(30000 * sizeof *h);
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 100) return 0;
    h[i].x = a[i].x + 1;
    h[i].n[3] = a[2].n[7];
    if (a[99].x == 44 && i == 99 && a[5].n[1] == 'c' && h[29999].in[1].v[1] == 321)
        assert(h[99].x != 45 || h[99].n[3] != 'q' || a[7].in[0].u != 9 || h[29998].in[1].v[0] != 8);
    return 0;
}
