// check --check assert --technique apc: safe
// check --check assert --technique apc -DLEAST: safe
// check --check assert --technique apc -DSEVEN: safe
// check --check assert --technique apc -DKEPT: safe
// check --check assert -DN=70 -DSKIPS=1: unsafe
// check --check assert -DN=70 -DSKIPS=1 -DSEVEN: unsafe
// check --check assert -DN=70 -DSKIPS=1 -DKEPT: unsafe
// What a loop has seen of all elements that it has come by: the greatest of them, where the least is, that none is 7, that
// what was copied is positive.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#ifndef N
#define N 100000
#endif
#ifndef SKIPS
#define SKIPS 0
#endif

int main(void)
{
    int a[N], i, x;
    for (i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
#ifdef LEAST
    int least = 0;
    for (i = 1; i < N; i++)
        if (a[i] < a[least])
            least = i;
    for (x = 0; x < N; x++)
        assert(a[least] <= a[x]);
#elif defined SEVEN
    int seven = 0;
    for (i = SKIPS; i < N; i++)
        if (a[i] == 7)
            seven = 1;
    for (x = 0; x < N; x++)
        assert(seven || a[x] != 7);
#elif defined KEPT
    int kept[N], used = 0;
    for (i = 0; i < N; i++)
        if (a[i] > 0) {
            kept[used] = a[i] - SKIPS;
            used++;
        }
    for (x = 0; x < used; x++)
        assert(kept[x] > 0);
#else
    int greatest = a[0];
    for (i = 1; i < N - SKIPS; i++)
        if (a[i] > greatest)
            greatest = a[i];
    for (x = 0; x < N; x++)
        assert(a[x] <= greatest);
#endif
    return 0;
}
