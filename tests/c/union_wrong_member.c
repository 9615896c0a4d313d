// check: unsafe assertion@9
#include <assert.h>
int __VERIFIER_nondet_int(void);
union word { int number; unsigned char bytes[4]; };
int main(void)
{
    union word w;
    w.number = __VERIFIER_nondet_int();
    assert(w.bytes[0] + w.bytes[3] < 509);
    return 0;
}
