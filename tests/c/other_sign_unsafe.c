// check: unsafe assertion@20
// check --technique classic: unsafe assertion@20
// check --symbolic-index fork: unsafe assertion@20
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void add(unsigned *number, unsigned more)
{
    *number += more;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int i = __VERIFIER_nondet_int();
    unsigned y = 7;
    unsigned *numbers[2] = {(unsigned *)&x, &y};
    if (x < 0 || i < 0 || i > 1)
        return 0;
    add(numbers[i], 4000000000u);
    assert(i == 0 || y == 4000000007u);
    assert(x >= -294967296 && x != -294967290);
    return 0;
}
