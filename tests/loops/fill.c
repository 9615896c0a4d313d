/* [apc-long A.1, example 1] Entry: fill. */
void fill(int *A, int n)
{
    for (int i = 0; i < n; ++i)
        A[i] = i;
}
