// check: safe
// memcpy, memset and memcmp over memory of different types.
#include <assert.h>
#include <stdint.h>
#include <string.h>
uint32_t __VERIFIER_nondet_uint(void);
struct item { uint32_t key; uint16_t a, b; struct item *next; };
int main(void)
{
    unsigned char buffer[32];
    uint32_t x = __VERIFIER_nondet_uint(), y;
    memcpy(buffer + 1, &x, sizeof x);
    memcpy(&y, buffer + 1, sizeof y);
    assert(x == y);
    memset(&y, 1, sizeof y);
    assert(y == 0x01010101);
    struct item one = { x, 2, 3, &one }, two;
    memcpy(buffer, &one, sizeof one);
    memcpy(&two, buffer, sizeof two);
    assert(two.key == x && two.b == 3 && two.next == &one && two.next->a == 2);
    assert(memcmp(&one, &two, 8) == 0);
    two.a ^= 1;
    assert(memcmp(&one, &two, 8) != 0 && memcmp(&one, &two, 4) == 0);
    memset(&two, 0, sizeof two);
    assert(two.key == 0 && two.next == 0);
    memset(&two, 255, 6);
    assert(two.key == 0xffffffff && two.a == 0xffff && two.b == 0);
    return 0;
}
