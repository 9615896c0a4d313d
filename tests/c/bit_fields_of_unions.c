// check: safe
// check -DBUG: unsafe assertion@21
#include <assert.h>
#include <stdint.h>
extern unsigned nondet_uint(void);
union number {
    struct {
        uint32_t a : 4, b : 12, c : 16;
    } parts;
    uint32_t whole;
    int low : 5;
};

int main(void)
{
    union number x = {.whole = 0xabcd1234}, y = {.low = 3};
    assert(x.parts.b == 0x123 && x.low == -12 && y.low == 3 && sizeof x == 4);
    x.whole = nondet_uint();
    assert((x.low & 15) == (int)x.parts.a);
#ifdef BUG
    assert(x.low >= 0);
#endif
    x.low = 7;
    assert(x.whole % 32 == 7);
    return 0;
}
