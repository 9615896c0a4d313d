/* [apc-long A.1, example 3] Entry: fill. */
void fill(int *A, int n)
{
    for (int i = 0; i < n; ++i)
        if (i % 2 == 0)
            A[i] = 2 * i + 1;
        else
            A[i] = 5;
}
