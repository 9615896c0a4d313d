// check: unsafe out-of-bounds@12
// A row of variable length has an end, in allocated memory as well.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), r = __VERIFIER_nondet_int();
    if (n < 1 || n > 5 || r < 1 || r > 5) return 0;
    int (*m)[n] = malloc(r * sizeof *m);
    if (!m) return 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j <= n; j++)
            m[i][j] = i;
    free(m);
    return 0;
}
