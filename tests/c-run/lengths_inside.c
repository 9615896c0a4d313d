// Arrays in arrays of variable length, also as parameters.
#include <stdio.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static long fold(int n, int m, short a[n][m], const short (*last)[m])
{
    long total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total = (total * 7 + a[i][j]) % 100003;
    for (short *p = a[1]; p < a[1] + m; p++)
        total += *p;
    return total + (*last)[m - 1] + sizeof a[0];
}

static void turn(int n, int cube[][n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            cube[1][i][j] = cube[0][j][i];
}

int main(void)
{
    int n = __VERIFIER_nondet_uchar() % 4 + 2, m = __VERIFIER_nondet_uchar() % 3 + 1;
    short a[n][m], fixed[3][4];
    int rows = n;
    n++;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 11 - j * __VERIFIER_nondet_uchar();
    for (int i = 0; i < 12; i++)
        fixed[i / 4][i % 4] = i * i;
    printf("%ld\n", fold(rows, m, a, &a[rows - 1]));
    printf("%ld\n", fold(3, 4, fixed, fixed));
    int cube[2][m][m];
    for (int i = 0; i < m * m; i++)
        cube[0][i / m][i % m] = i + n;
    turn(m, cube);
    printf("%d %d\n", cube[1][0][m - 1], cube[1][m - 1][0]);
    printf("%d %d %d %d\n", (int)sizeof a, (int)sizeof cube, (int)sizeof cube[0], (int)(sizeof a / sizeof *a));
    return sizeof(char[3][n][m]) % 200;
}
