// check --malloc-null: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) exit(1);
    return p;
}
int main(void)
{
    char *copy = strdup("abc");
    if (copy) assert(copy[3] == 0);
    int *p = xmalloc(4 * sizeof(int));
    p[3] = 1;
    int *more = realloc(p, 8 * sizeof(int));
    if (!more) {
        assert(p[3] == 1);
        free(p);
        return 1;
    }
    assert(more[3] == 1);
    free(more);
    free(copy);
    return 0;
}
