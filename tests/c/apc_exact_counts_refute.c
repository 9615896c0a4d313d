// check --technique apc --check assert --entry count: safe
// No equation holds between the counts, but of five rounds only the first and the fourth go the one way.
extern void reach_error(void);
void count(const int *values, int n)
{
    int some = 0, zeros = 0;
    if (n > 5)
        return;
    for (int i = 0; i < n; ++i) {
        if (i == 0 || i == 3)
            ++some;
        else if (values[i] == 0)
            ++zeros;
    }
    if (some > 2 || zeros > 3)
        reach_error();
}
