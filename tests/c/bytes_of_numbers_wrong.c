// check: unsafe assertion@11
// The second byte of a number is not always its lowest.
#include <assert.h>
#include <stdint.h>
unsigned short __VERIFIER_nondet_ushort(void);
int main(void)
{
    unsigned short x = __VERIFIER_nondet_ushort();
    unsigned char *p = (unsigned char *)&x;
    if (x != 0x4142)
        assert(p[0] != 0x41 || p[1] != 0x42);
    return 0;
}
