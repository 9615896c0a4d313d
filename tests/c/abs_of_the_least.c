// check --check overflow: unsafe overflow@9
// check: safe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x < -5 ? 1 : 0;
    return abs(x) > y;
}
