/* The last element that is written does not exist:
   kyklos check examples/off_by_one.c */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void fill(int *squares, int n)
{
    int i;
    for (i = 0; i <= n; i++)
        squares[i] = i * i;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20)
        return 0;
    int *squares = malloc(n * sizeof(int));
    fill(squares, n);
    free(squares);
    return 0;
}
