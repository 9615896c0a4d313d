// check: safe
// check -DBUG: unsafe assertion@24
// Values without designators go on behind the part that was named last, also within members and unnamed structs.
#include <assert.h>
extern int nondet_int(void);
struct pair {
    struct {
        int a, b;
    };
    int c;
};
struct deep {
    int m[3], n;
    struct {
        int p[2], q;
    } r[2];
};
static struct pair x = {.a = 1, 2, 3}, y = {.b = 4, 5};
int main(void) {
    int in = nondet_int();
    struct deep z = {.m[1] = 1, 2, 3, .r[0].p[1] = in, 5, 6, 7, 8};
    int rows[2][3] = {[0][1] = 1, 2, 3, [1][2] = 4};
#ifdef BUG
    assert(z.r[0].p[1] != 6);
#endif
    assert(x.a == 1 && x.b == 2 && x.c == 3 && y.a == 0 && y.b == 4 && y.c == 5);
    assert(z.m[0] == 0 && z.m[1] == 1 && z.m[2] == 2 && z.n == 3 && z.r[0].p[0] == 0 && z.r[0].p[1] == in);
    assert(z.r[0].q == 5 && z.r[1].p[0] == 6 && z.r[1].p[1] == 7 && z.r[1].q == 8);
    assert(rows[0][0] == 0 && rows[0][1] == 1 && rows[0][2] == 2 && rows[1][0] == 3 && rows[1][2] == 4);
    return 0;
}
