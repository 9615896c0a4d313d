// check: safe
// check -DPART: unsafe assertion@26
// check -DBEYOND: unsafe out-of-bounds@20
// The path bounds how many bytes are copied, though no type and no object does.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), bytes = __VERIFIER_nondet_uint();
    if (n < 1 || n > 8)
        return 0;
    unsigned *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (unsigned i = 0; i < n; i++)
        a[i] = 0x11223344, b[i] = 0xffffffff;
#ifdef BEYOND
    memcpy(b, a, n * sizeof *a + 1);
#endif
    if (bytes <= n * sizeof *a)
        memcpy(b, a, bytes);
    if (bytes == 3)
#ifdef PART
        assert(b[0] == 0x11223344);
#else
        assert(b[0] == 0xff223344);
#endif
    if (bytes == 6 && n > 1)
        assert(b[1] == 0xffff3344);
    free(a);
    free(b);
    return 0;
}
