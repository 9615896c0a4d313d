// check: unsafe assertion@18
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 20)
        return 0;
    short a[n];
    int m = n;
    n = 1;
    assert(sizeof a == m * sizeof(short) && sizeof(a) / sizeof(*a) == (unsigned long)m);
    memset(a, 0, sizeof a);
    assert(a[m - 1] == 0);
    klee_make_symbolic(a, sizeof a, "a");
    assert(a[m - 1] != -9 || a[0] != 3 || sizeof a != 26);
    return 0;
}
