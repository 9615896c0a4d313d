// check: unsafe out-of-bounds@13
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5000)
        return 0;
    int a[n];
    size_t count = sizeof a / sizeof a[0];
    for (size_t i = 0; i <= count; i++)
        a[i] = (int)i;
    assert(count == (size_t)n);
    return 0;
}
