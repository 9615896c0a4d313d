// check: unsafe assertion@12
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }
int main(void)
{
    int (*table[2])(int) = { twice, next };
    int which = __VERIFIER_nondet_int() & 1;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100) return 0;
    assert(table[which](x) != 100);
    return 0;
}
