// check: safe
// check -D BUG: unsafe assertion@16
// Values without braces replace single elements; those in braces replace all of an inner array.
#include <assert.h>
union both { int i; struct { short low, high; } parts; };
int main(void)
{
    struct { int a[2][2]; } ov = { .a = {{1, 2}, {3, 4}}, .a[0][1] = 9, 8 };
    assert(ov.a[0][0] == 1 && ov.a[0][1] == 9 && ov.a[1][0] == 8 && ov.a[1][1] == 4);
    int m[2][2] = { [1] = {3, 4}, [0] = {1, 2}, 8 };
    assert(m[1][0] == 8 && m[1][1] == 4 && m[0][1] == 2);
    int z[2][2] = { [1] = {3, 4}, [0] = {1, 2}, {8} };
    assert(z[1][0] == 8 && z[1][1] == 0);
    union both u[2] = { [1] = { .parts = { 1, 2 } }, [0] = { 5 }, 7 };
#ifdef BUG
    assert(u[1].i != 7);
#else
    assert(u[1].i == 7 && u[0].i == 5);
#endif
    return 0;
}
