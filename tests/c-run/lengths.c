// Arrays of variable length, and their sizes.
#include <stdio.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int n, const short a[n])
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total = total * 3 + a[i];
    return total;
}

int main(void)
{
    int n = __VERIFIER_nondet_uchar() % 7 + 1;
    short a[n];
    long wide[n + 2][3];
    int before = n;
    n = 100;
    memset(a, 0x11, sizeof a);
    memset(wide, 0, sizeof wide);
    printf("%d %d %d\n", (int)sizeof a, (int)(sizeof a / sizeof a[0]), (int)sizeof a[0]);
    printf("%d %d %d\n", (int)sizeof wide, (int)sizeof wide[0], (int)(sizeof wide / sizeof *wide));
    printf("%d %d\n", (int)sizeof(char[n + 1]), (int)sizeof(int[before]));
    for (unsigned i = 0; i < sizeof wide / sizeof wide[0]; i++)
        wide[i][i % 3] = i;
    printf("%d %ld\n", sum(sizeof a / sizeof *a, a), wide[before + 1][(before + 1) % 3]);
    return sizeof a % 256;
}
