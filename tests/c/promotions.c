// check: safe
// check --check overflow: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    int sum = a + b;
    assert(sum <= 510);
    unsigned char narrow = (unsigned char)(a + b);
    assert(narrow == sum || narrow == sum - 256);
    assert((signed char)(a | 128) < 0);
    assert((a & 15) <= 15 && (a >> 4) <= 15);
    assert(((a >> 4) << 4) + (a & 15) == a);
    return 0;
}
