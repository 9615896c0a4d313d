// check: safe
// The name of a type of variable length keeps the length that it was declared with.
#include <stdlib.h>
#include <assert.h>
int main(void) {
    int n = 3;
    typedef int row[n];
    typedef row *rows;
    n = 5;
    row a, b[2];
    assert(sizeof(row) == 12 && sizeof a == 12 && sizeof b == 24);
    a[2] = 1; b[1][2] = 4;
    row *p = &a; assert((*p)[2] == 1);
    rows q = b; assert(q[1][2] == 4);
    rows h = malloc(2 * sizeof(row)); if (!h) return 0;
    h[1][2] = 8; assert(h[1][2] == 8); free(h);
    row *k = (row *) malloc(sizeof(row)); k[0][1] = 2; assert((*k)[1] == 2); free(k);
    for (int i = 1; i < 4; i++) { typedef char t[i]; t u; assert(sizeof u == i); u[i - 1] = 1; }
    return 0;
}
