// check: safe
// check -DBUG: unsafe assertion@21
// `_Generic` by the qualifiers that names are declared with. Those of the value itself do not count.
#include <assert.h>
static const int zero = 0;
static const char *const names[] = {"x"};
static const char *last;
static volatile int changing;
#define kind(x) _Generic((x), const char *: 1, char *: 2, int: 3, const int: 4, const int *: 5, int *: 6, int *const: 7, default: 8)

static int all(const char *s, char *t, const char u[], char *const v)
{
    return kind(s) * 1000 + kind(t) * 100 + kind(u) * 10 + kind(v);
}

int main(void)
{
    static const char *kept;
    const char c[] = "a";
#ifdef BUG
    assert(kind(c) == 2);
#endif
    char d[] = "b";
    int i = 1, *q = &i, *const r = &i;
    const int *p = &zero, m[2] = {1, 2};
    assert(kind(zero) == 3 && kind(changing) == 3 && kind(last) == 1 && kind(kept) == 1 && kind(c) == 1 && kind(d) == 2);
    assert(kind(p) == 5 && kind(q) == 6 && kind(r) == 6 && kind(m) == 5);
    assert(all(c, d, c, d) == 1212 && kind(names) == 8 && kind("s") == 2 && kind(i) == 3);
    return 0;
}
