// check: unsafe invalid-free@15
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void drop(int *p)
{
    if (p)
        p[0] = 1;
}
int main(void)
{
    int local = 0;
    int *p = __VERIFIER_nondet_int() > 5 ? &local : malloc(sizeof(int));
    drop(p);
    // A pointer that comes from elsewhere.
    free(p);
    return 0;
}
