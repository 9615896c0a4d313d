// check: safe
// check -DSUM: unsafe out-of-bounds@33
// check -DBYTES: unsafe out-of-bounds@35
// check -DREAD: unsafe out-of-bounds@37
// A place in a row may be written as a sum; and what is read from a file goes over rows as bytes that are copied do.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static char m[2][8];

int main(void)
{
    unsigned k = __VERIFIER_nondet_uint() % 8, i = 0;
    memset(&m[0][0] + k, 1, 8);
    assert(m[0][7] == 1 && m[1][k] == (k == 0 ? 0 : m[1][k]));
    memset(&m[0][1] + k % 7, 2, 8);
    assert(m[1][0] == 2);
    memset((char *)&m[0][0] + 8, 3, 8);
    assert(m[1][7] == 3);
    memset(&m[i++][2] + k % 6, 4, 6);
    assert(i == 1 && m[0][7] == 4);
    assert(__builtin_mempcpy(m[0], "0123456789abcde", 16) == m + 2 && m[1][0] == '8');
    size_t got = fread(m[0], 1, sizeof m, stdin);
    assert(got <= sizeof m);
    got = fread(m[1], 2, 4, stdin);
    assert(got <= 4);
    memset(&m[0][0] + k, 0, 8);
#ifdef SUM
    memset(&m[0][1] + k % 7, 1, 10);
#elif defined BYTES
    memset((char *)&m[0][0] + 8, 1, 9);
#elif defined READ
    fread(m[1], 3, 3, stdin);
#endif
    return 0;
}
