/* [apc-long A.1, example 2] Entry: fill. */
void fill(int *A, int n)
{
    for (int i = 1; i < n; ++i) {
        A[i - 1] = i;
        A[i] = i;
    }
}
