// check: unsafe out-of-bounds@11
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct text { unsigned length; char data[]; };
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4;
    struct text *t = malloc(sizeof *t + n);
    t->length = n;
    for (unsigned i = 0; i <= t->length; i++)
        t->data[i] = 0;
    free(t);
    return 0;
}
