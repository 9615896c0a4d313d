// check: safe
// check -DBUG: unsafe assertion@19
// check -DBUG --technique navigate: unsafe assertion@19
// check -DBUG --technique apc: unsafe assertion@19
// A loop that looks at an address at its head goes on: giving the object its address is no round.
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    static char text[12] = "hello world";
    unsigned k = __VERIFIER_nondet_uint() % 11, n = 0;
    const char *p = text + k;
    for (; (uintptr_t)p % 4; p++)
        n++;
    assert(n < 4 && p == text + k + n);
#ifdef BUG
    assert(n != 1);
#endif
    return 0;
}
