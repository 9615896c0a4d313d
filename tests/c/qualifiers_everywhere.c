// check: safe
// check -DBUG=1: unsafe assertion@48
// check -DBUG=2: unsafe assertion@50
// check -DBUG=3: unsafe assertion@52
// Qualifiers behind names of types, members, pointers and functions, and enumerations of one tag in two blocks.
#include <assert.h>
typedef const char *text;
typedef int row[2];
typedef const row fixed_row;
struct thing { char *s; const char *t; int n; row r; struct { int inner; }; };
static const char *found(const char *s) { return s; }
static char letters[3];
#define only(x) _Generic((x), char *: 1, default: 0)
#define pointed(x) _Generic((x), int *: 1, const int *: 2, volatile int *: 3, const volatile int *: 4, default: 0)
#define same(a, b) __builtin_types_compatible_p(a, b)

static int of_parameter(int *restrict const p, const row q, fixed_row r)
{
    assert(_Generic(&p, int *restrict const *: 1, default: 0) && pointed(p) == 1);
    return pointed(q) * 10 + pointed(r);
}

int main(void)
{
    text t = "t";
    volatile char v;
    struct thing thing = {letters};
    const struct thing *p = &thing;
    volatile struct thing *w = &thing;
    fixed_row r = {1, 2};
    int n = 1;
    const int c = 2;
    assert(only(t) == 0 && only(thing.s) == 1 && only(thing.t) == 0 && only(&v) == 0 && only((text)0) == 0);
    assert(only(found(letters)) == 0 && only(letters) == 1 && only((char *)t) == 1 && only(&letters[1]) == 1);
    assert(pointed(&thing.n) == 1 && pointed(&p->n) == 2 && pointed(p->r) == 2 && pointed(&w->inner) == 3);
    assert(pointed(&((const struct thing *)w)->inner) == 2 && only(p->s) == 1 && pointed(r) == 2);
    assert(pointed(n ? &n : &c) == 2 && pointed(n ? &c : (void *)0) == 2 && pointed(&*(volatile int *)&n) == 3);
    assert(_Generic(n ? (const void *)&n : &n, const void *: 1, default: 0) && of_parameter(&n, r, r) == 22);
    typeof(c) again = c;
    __auto_type copy = c;
    assert(pointed(&again) == 2 && pointed(&copy) == 1 && ++copy == 3);
    assert(same(text, const char *) && same(const text, text) && !same(text *, const text *) && same(fixed_row, row));
    assert(same(int(int), int(const int)) && !same(int(int *), int(const int *)) && same(typeof(found) *, const char *(*)(const char *)));
    assert(same(_Atomic int, int) && !same(_Atomic int *, int *) && !same(int *restrict *, int **));
    enum e { A } e = A;
    typedef enum e outer;
#if BUG == 1
    assert(pointed(p->r) == 1);
#elif BUG == 2
    assert(only(t));
#elif BUG == 3
    assert(same(text *, const text *));
#endif
    {
        enum e { B } inner = B;
        assert(!same(enum e, outer) && same(typeof(e), outer) && same(outer, unsigned) && !same(typeof(inner), outer));
        assert(_Generic(e, enum e: 1, outer: 2, default: 3) == 2 && _Generic(inner, enum e: 1, outer: 2, default: 3) == 1);
        assert(_Generic(n ? e : e, unsigned: 1, default: 2) == 1 && _Generic(+e, outer: 1, default: 2) == 1);
        assert(_Generic(e, int: 1, unsigned: 2) == 2 && _Generic(A, int: 1, default: 2) == 1);
        assert(_Generic((0, e), outer: 1, unsigned char: 2, default: 3) == 1 && !same(enum e *, outer *));
    }
    return 0;
}
