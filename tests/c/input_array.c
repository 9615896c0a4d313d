// check --entry find --check assert --max-depth 6: unsafe error-statement@8
// check --entry find --array-size 2 --check bounds --max-depth 6: unsafe out-of-bounds@7
extern void reach_error(void);
void find(const int *values, int n)
{
    for (int i = 0; i < n; i++)
        if (values[i] == 42 + i)
            reach_error();
}
