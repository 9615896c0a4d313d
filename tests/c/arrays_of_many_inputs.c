// check: safe
// check -DBUG: unsafe assertion@16
// Long arrays of inputs: what is written to one element does not cost more for all those written before.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define N 50000

int main(void)
{
    int from[N], to[N];
    for (int i = 0; i < N; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        to[i] = from[i];
#ifdef BUG
    for (int i = 0; i < N; i++) assert(from[i] != 7 || i < N / 2);
#endif
    for (int i = 0; i < N; i++)
        assert(to[i] == from[i]);
    return 0;
}
