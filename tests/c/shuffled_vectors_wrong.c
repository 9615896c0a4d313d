// check: unsafe assertion@11
#include <assert.h>
int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
int main(void)
{
    int i = __VERIFIER_nondet_int();
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, mask = {0, 1, 2, i};
    v4 c = __builtin_shuffle(a, b, mask);
    assert(c[0] == 1 && c[2] == 3);
    assert(c[3] <= 30);
    return 0;
}
