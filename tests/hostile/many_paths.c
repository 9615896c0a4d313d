/* 2^200 paths. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned x = 1;
    for (int i = 0; i < 200; i++) {
        if (__VERIFIER_nondet_int() > i) x = x * 31 + 7; else x ^= x >> 3;
    }
    assert(x != 123456789u);
    return 0;
}
