// check --technique apc --check assert --entry count: unsafe error-statement@14
// The number of a round tells its way, so the counts of the ways are sums, and a model of them is a run.
extern void reach_error(void);
void count(const int *values, int n)
{
    int ones = 0, twos = 0;
    for (int i = 0; i < n; ++i) {
        if (values[i] == 1)
            ++ones;
        else if (values[i] == 2)
            twos += 3;
    }
    if (ones == 7 && twos == 12 && n == 13)
        reach_error();
}
