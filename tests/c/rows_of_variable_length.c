// check: safe
// Pointers to arrays of variable length: what they point to is as long as their type was where it was written.
#include <stdlib.h>
#include <assert.h>
static int total(int r, int c, int (*m)[c]) { int s = 0; for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) s += m[i][j]; return s; }
int main(void) {
    int n = 3, r = 2;
    int (*m)[n] = malloc(r * sizeof *m);
    if (!m) return 0;
    n = 7;
    assert(sizeof *m == 12);
    assert(sizeof m[0] == 12 && sizeof m[1][2] == 4 && sizeof m == 8);
    for (int i = 0; i < r; i++) for (int j = 0; j < 3; j++) m[i][j] = 10 * i + j;
    assert(m[1][2] == 12);
    assert(*(*(m + 1) + 1) == 11);
    assert(total(2, 3, m) == 36);
    int (*p)[r + 1] = m + 1;
    assert((*p)[0] == 10);
    assert(p - m == 1);
    free(m);
    int (*z)[n][2] = calloc(3, sizeof *z);
    assert(sizeof *z == 56);
    z[2][6][1] = 5; assert(z[2][6][1] == 5 && z[1][6][1] == 0);
    free(z);
    int a[n]; int (*q)[n] = &a; (*q)[6] = 4; assert(a[6] == 4);
    int (*c)[n] = (int (*)[n]) malloc(sizeof(int[2][n])); c[1][6] = 1; assert(c[1][6] == 1); free(c);
    int b[4][n]; int (*s)[n] = b; s[3][2] = 9; assert(b[3][2] == 9); s++; assert(s[2][2] == 9);
    int (*nil)[n] = 0; nil = b + 1; assert(nil == s); assert(nil[2][2] == 9);
    return 0;
}
