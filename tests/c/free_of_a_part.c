// check: unsafe invalid-free@18
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct record {
    int head;
    int tail[3];
};
int main(void)
{
    struct record *first = malloc(sizeof *first), *second = malloc(2 * sizeof *second);
    // The first part is where the object starts.
    int *p = &first->head;
    free(p);
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1)
        return 0;
    int *q = n == 0 ? &second->head : &second[n - 1].tail[0];
    free(q);
    return 0;
}
