// check: unsafe assertion@12
// `(name_t) && x` joins two conditions; it is no cast of a label's address, as there is no label of that name.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int zero(void *p) { return p == 0; }
int main(void)
{
    int (*hook_t)(void *) = zero;
    int x = __VERIFIER_nondet_int(), delta_t = 1;
    if ((delta_t > 0) && x) assert(x != 0);
    if ((hook_t) && x)
        assert(x != 7);
    return 0;
}
