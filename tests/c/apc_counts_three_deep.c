// check: unsafe assertion@19
// check --technique apc --timeout 10: unknown
// What is counted in the inmost loop of three holds of the last round around it, not of inputs that are read behind it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_int() > 0) {
        x = 0;
        while (__VERIFIER_nondet_int() > 0) {
            int n = __VERIFIER_nondet_int(), j = 0;
            while (j < n) j++;
            x = j;
        }
        int m = __VERIFIER_nondet_int();
        if (m > 0) return 0;
    }
    if (x == 3) assert(0);
    return 0;
}
