// check: safe
// A value is what its tag says.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct value {
    enum { NUMBER, TEXT, PAIR } tag;
    union {
        long number;
        const char *text;
        struct { struct value *left, *right; } pair;
    };
};
static long total(const struct value *v)
{
    switch (v->tag) {
    case NUMBER: return v->number;
    case TEXT: return v->text[0];
    default: return total(v->pair.left) + total(v->pair.right);
    }
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct value a = { .tag = NUMBER, .number = x }, b = { .tag = TEXT, .text = "a" }, c;
    c.tag = PAIR;
    c.pair.left = &a;
    c.pair.right = &b;
    assert(total(&c) == (long)x + 'a');
    a = b;
    assert(total(&c) == 2 * 'a');
    return 0;
}
