// check: safe
// check --technique compact: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > 1000000)
        return 0;
    while (i < (double)n)
        i++;
    assert(i == n);
    return 0;
}
