// check: safe
// check -DBUG: unsafe out-of-bounds@15
// check --malloc-null: unsafe null-dereference@17
#include <stdlib.h>

int main(void)
{
    int *p;
    if (posix_memalign((void **)&p, 64, 4 * sizeof *p))
        return 1;
    p[3] = 1;
    free(p);
    char *q = aligned_alloc(16, 32);
#ifdef BUG
    q[32] = 1;
#endif
    q[31] = 1;
    free(q);
    return 0;
}
