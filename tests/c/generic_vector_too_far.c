// check: unsafe out-of-bounds@13
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct vector { void *data; size_t size, count; };
int main(void)
{
    struct vector v = { malloc(4 * sizeof(int)), sizeof(int), 0 };
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    for (int i = 0; i < n; i++)
        memcpy((char *)v.data + i * v.size, &i, v.size);
    free(v.data);
    return 0;
}
