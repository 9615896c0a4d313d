// check: safe
// check -DBUG: unsafe assertion@14
// Memory that is asked for with an alignment has it; other memory has 16 bytes.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    void *p, *q = aligned_alloc(128, 256), *r = malloc(100);
    if (posix_memalign(&p, 64, 100))
        return 1;
#ifdef BUG
    assert((uintptr_t)r % 64 == 0);
#endif
    assert((uintptr_t)p % 64 == 0 && (uintptr_t)q % 128 == 0 && (uintptr_t)r % 16 == 0);
    free(p);
    free(q);
    free(r);
    return 0;
}
