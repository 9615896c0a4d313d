// check: unsafe assertion@21
// check -DFINE: safe
// check -DFAR: unsafe out-of-bounds@15
// Memory of `malloc` that is made symbolic, also of a length that is not known.
#include <assert.h>
#ifdef FAR
#define FAR_BY + 1
#else
#define FAR_BY
#endif
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    klee_make_symbolic(p, sizeof(char) * 10 FAR_BY, "p");
    unsigned n = klee_range(1, 10, "n");
    int *q = malloc(n * sizeof(int));
    klee_make_symbolic(q, n * sizeof(int), "q");
    assert(p[3] == p[3] && q[n - 1] + 0 == q[n - 1]);
#ifndef FINE
    assert(p[3] != 'x' || p[9] != 'y' || q[0] != 5 || n != 3 || q[2] != -1);
#endif
    free(p);
    free(q);
    return 0;
}
