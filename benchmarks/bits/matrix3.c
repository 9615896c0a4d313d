/* Products of 3 by 3 matrices of bytes are associative.
   With BUG defined, it is wrong. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef unsigned matrix[3][3];

static void multiply(matrix a, matrix b, matrix c)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            c[i][j] = 0;
            for (int k = 0; k < 3; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

int main(void)
{
    matrix a, b, c, ab, abc, bc, again;

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            a[i][j] = __VERIFIER_nondet_uchar();
            b[i][j] = __VERIFIER_nondet_uchar();
            c[i][j] = __VERIFIER_nondet_uchar();
        }
    multiply(a, b, ab);
    multiply(ab, c, abc);
    multiply(b, c, bc);
#ifdef BUG
    multiply(bc, a, again);
#else
    multiply(a, bc, again);
#endif
    assert(abc[0][0] == again[0][0] && abc[1][2] == again[1][2] && abc[2][1] == again[2][1]);
    return 0;
}
