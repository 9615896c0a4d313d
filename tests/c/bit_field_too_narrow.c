// check: unsafe assertion@9
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct clock { unsigned hour : 5, minute : 5; };
int main(void)
{
    struct clock c = { 0, 0 };
    for (int i = 0; i < 40; i++) c.minute++;
    assert(c.minute == 40);
    return 0;
}
