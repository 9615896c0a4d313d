// check: safe
// check -DWRAPS: unsafe null-dereference@21
// Rows of variable length: `calloc` is null where so many of them have more bytes than can be counted.
#include <assert.h>
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    size_t count = __VERIFIER_nondet_ulong(), length = __VERIFIER_nondet_ulong();
    if (length != 1000 || count != (1UL << 62) + 1)
        return 0;
    int(*rows)[length] = calloc(count, sizeof *rows);
#ifndef WRAPS
    if (!rows)
        return 0;
    assert(0);
#endif
    // There would be room for a thousand numbers if the product were taken as it wraps.
    rows[0][0] = 1;
    return 0;
}
