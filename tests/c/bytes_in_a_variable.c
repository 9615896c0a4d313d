// check: safe
// check -DBUG: unsafe out-of-bounds@31
// check -DREST: unsafe out-of-bounds@35
// check -DFEW: unsafe assertion@39
// A number of bytes that was computed before is one of whole elements where it is a multiple of their size.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        exit(1);
    return p;
}

int main(void)
{
    size_t n = __VERIFIER_nondet_uint() % 1000 + 1, bytes = n * sizeof(int);
    int *a = get(bytes), *b = malloc(bytes);
    for (size_t i = 0; i < n; i++)
        a[i] = 3;
    memcpy(b, a, bytes);
    assert(b[n / 2] == 3);
    memset(a, 0xff, bytes);
    assert(a[n / 2] == -1);
#ifdef BUG
    bytes += sizeof *b;
    memcpy(b, a, bytes);
#elif defined REST
    // Not by a whole element.
    bytes++;
    memset(a, 0, bytes);
#elif defined FEW
    bytes -= 3;
    memset(a, 0, bytes);
    assert(a[n - 1] == -1);
#endif
    free(a);
    free(b);
    return 0;
}
