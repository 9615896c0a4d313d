// check: unsafe assertion@12
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_prefer_cex(void *, unsigned long);
void klee_assert_fail(const char *, const char *, unsigned, const char *);
#define klee_assert(e) ((e) ? (void)0 : klee_assert_fail(#e, __FILE__, __LINE__, __func__))
int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_prefer_cex(&x, x == 7);
    klee_assert(x == 7);
    return 0;
}
