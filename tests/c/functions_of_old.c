// check: safe
// check -DBUG: unsafe assertion@19
// Parameters that are declared behind the list, with types that have names; functions that give no value back.
#include <assert.h>
typedef long number;
typedef struct pair { number left, right; } pair;
static number seen;
add(to, what, times) number *to; number what; char times; { while (times-- > 0) *to += what; }
difference(of, turned) pair *of; { return turned ? of->right - of->left : of->left - of->right; }
static note(x) number x; { seen = x; if (x > 3) return; seen++; }
int main()
{
    pair p = { 7, 2 };
    add(&p.left, 5L, 2);
    note(4L);
    assert(p.left == 17 && seen == 4 && difference(&p, 0) == 15 && difference(&p, 1) == -15);
    note(1L);
#ifdef BUG
    assert(seen == 1);
#endif
    return 0;
}
