// check: unsafe out-of-bounds@12
// A tag that nobody has taken out.
#include <stdint.h>
int __VERIFIER_nondet_int(void);
struct node { int value; };
int main(void)
{
    struct node a = { 1 };
    uintptr_t link = (uintptr_t)&a;
    if (__VERIFIER_nondet_int() == 7)
        link |= 1;
    return ((struct node *)link)->value;
}
