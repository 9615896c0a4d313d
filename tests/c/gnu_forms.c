// check: safe
// check -DBUG: unsafe assertion@19
#include <assert.h>
#include <stdlib.h>
extern int nondet_int(void);
#define same(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))
int a$b(int $x) { return $x + 1; }
int main(void) {
    static void *table[] = {&&one, &&two, &&three};
    int i = nondet_int(), r = 0;
    if (i < 0 || i > 2) return 0;
    goto *table[i];
one: r = 1; goto end;
two: r = 2; goto end;
three: r = 3;
end:;
    __auto_type sum = r + 1L; /* a comment */
#ifdef BUG
    assert(r != 3);
#endif
    assert(sum == i + 2 && sizeof sum == 8);
    assert(same(sum, long) && !same(i, long));
    assert(a$b(r) == r + 1);
    div_t d = div(7, -2);
    assert(d.quot == -3 && d.rem == 1);
    return 0;
}
