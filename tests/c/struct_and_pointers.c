// check: unsafe assertion@17
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct point { int x; int y; };
static void move(struct point *p, int by)
{
    p->x += by;
    p->y -= by;
}
int main(void)
{
    struct point points[3] = { {1, 2}, {3, 4}, {5, 6} };
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    move(&points[i], 2);
    assert(points[0].x + points[1].x + points[2].y != 12);
    assert(points[0].y + points[0].x == 3);
    return 0;
}
