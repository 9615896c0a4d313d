// check: safe
// check -DBUG: unsafe assertion@33
// Variables that are declared with an alignment of their own are at such addresses.
#include <assert.h>
#include <stdint.h>
__attribute__((aligned(64))) char bytes[3];
static _Alignas(32) int number;
extern char later[] __attribute__((aligned(16)));
char later[2];
int at_least[2] __attribute__((aligned((1 << 3) * sizeof(char))));

static int inside(int n)
{
    static char kept[5] __attribute__((aligned(128)));
    _Alignas(double) char c;
    for (int i = 0; i < n; i++) {
        char local[2] __attribute__((aligned(8)));
        local[0] = 1;
        if ((uintptr_t)local & 7) return 0;
    }
    return (uintptr_t)kept % 128 == 0 && (uintptr_t)&c % 8 == 0;
}

int main(void)
{
    assert(((uintptr_t)bytes & 63) == 0);
    assert((uintptr_t)&number % 32 == 0);
    assert((uintptr_t)later % 16 == 0);
    assert(inside(2) && at_least[1] == 0);
#ifdef BUG
    // It may be, but need not.

    assert(((uintptr_t)bytes & 127) == 0);
#endif
    return 0;
}
