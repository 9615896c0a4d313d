// check --check null: unsafe dangling-pointer@12
// Memory can be given back by a pointer that happens to be its address.
#include <stdlib.h>
int main(void)
{
    int *p, *q = malloc(sizeof(int));
    *q = 1;
    if (p != q)
        return 0;
    *p = 2;
    free(p);
    return *q;
}
