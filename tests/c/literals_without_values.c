// check: safe
// check -DBUG: unsafe assertion@18
// Compound literals without values are zero throughout.
#include <assert.h>
struct point { int x; double y; char name[3]; };
struct nothing {};
union either { struct nothing n; int i; };
static int sum(struct point p) { return p.x + (int)p.y + p.name[2]; }
static struct point fresh(void) { return (struct point){}; }
int main(void)
{
    struct point p = { 1, 2, "ab" };
    int *numbers = (int[4]){};
    assert(numbers[3] == 0 && sum((struct point){ }) == 0);
    p = (struct point){};
    assert(p.x == 0 && p.y == 0 && p.name[0] == 0 && fresh().x == 0 && (&(union either){})->i == 0);
#ifdef BUG
    assert(sum(p) == 1);
#endif
    if (p.x) {} else {}
    return sizeof (struct nothing){};
}
