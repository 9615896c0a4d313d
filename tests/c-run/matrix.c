// Arrays of arrays: fixed, passed to functions, of variable length.
#include <stdio.h>
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static void multiply(int left[3][3], int (*right)[3], int result[][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            result[i][j] = 0;
            for (int k = 0; k < 3; k++)
                result[i][j] += left[i][k] * right[k][j];
        }
}

int main(void)
{
    int a[3][3], b[3][3], c[3][3];
    for (int i = 0; i < 9; i++) {
        a[i / 3][i % 3] = __VERIFIER_nondet_short();
        b[i % 3][i / 3] = i - 4;
    }
    multiply(a, b, c);
    multiply(c, c, a);
    int *row = a[1];
    for (int i = 0; i < 3; i++)
        printf("%d %d %d\n", c[i][0], row[i], *(*(a + i) + 2));
    int n = __VERIFIER_nondet_uchar() % 5 + 2;
    long triangle[n];
    triangle[0] = 1;
    for (int i = 1; i < n; i++)
        triangle[i] = triangle[i - 1] * (i + 1) - (i & 1);
    printf("%ld %d\n", triangle[n - 1], (int)(&triangle[n - 1] - triangle));
    return n;
}
