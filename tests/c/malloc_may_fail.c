// check: safe
// check --malloc-null: unsafe null-dereference@8
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    int *q = calloc(2, sizeof *q);
    *p = 1;
    free(p);
    free(q);
    return 0;
}
