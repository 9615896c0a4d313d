// check: safe
// check -DBUG: unsafe assertion@27
// check -DNONE: unsafe assertion@30
// Forms of CBMC: clauses say nothing about runs; quantifiers with bounds and implications are computed.
#include <assert.h>
extern int nondet_int(void);
int add(int x)
    __CPROVER_requires(x > 0)
    __CPROVER_ensures(__CPROVER_return_value > x)
{
    return x + 1;
}

int main(void)
{
    int a[6], n = nondet_int(), i = 0;
    __CPROVER_assume(n >= 0 && n <= 6);
    while (i < 6)
        __CPROVER_loop_invariant(0 <= i && i <= 6)
        __CPROVER_decreases(6 - i)
    {
        a[i] = 2 * i;
        i++;
    }
    __CPROVER_bool some = __CPROVER_exists { int k; 0 <= k && k < 6 && a[k] == 8 };
#ifdef BUG
    __CPROVER_assert(__CPROVER_forall { int k; (k >= 0 && k <= 5) ==> a[k] < n + 5 }, "not for small n");
#endif
#ifdef NONE
    assert(__CPROVER_exists { unsigned k; k < 6 && a[k] == 7 });
#endif
    __CPROVER_assert(some, "there is one");
    __CPROVER_assert(__CPROVER_forall { int k; 0 <= k && k < n ==> a[k] == 2 * k }, "all of them");
    __CPROVER_assert(n > 3 ==> n > 2 ==> add(n) > 3, "implications");
    return 0;
}
