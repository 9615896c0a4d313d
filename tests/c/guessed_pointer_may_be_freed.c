// check --check null,assert: safe
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p, *q = malloc(sizeof(int));
    *q = 1;
    if (p == q) {
        *p = 2;
        assert(*q == 2);
        free(p);
    } else
        free(q);
    return 0;
}
