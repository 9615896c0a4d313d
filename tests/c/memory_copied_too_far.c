// check: unsafe out-of-bounds@11
#include <stdint.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct header { uint16_t kind, length; };
int main(void)
{
    unsigned char buffer[8] = { 0 };
    struct header h;
    unsigned at = __VERIFIER_nondet_uint() % 8;
    memcpy(&h, buffer + at, sizeof h);
    return 0;
}
