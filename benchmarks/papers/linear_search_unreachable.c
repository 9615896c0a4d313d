/* linSrch, the second target: a search never gives an index beyond the elements.
   [compact, figure 1]. Target: unreachable. Entry: linear_search_unreachable */
extern void reach_error(void);

void linear_search_unreachable(const int *values, int n, int x)
{
    int i = 0;
    int at = -1;

    while (i < n) {
        if (values[i] == x) {
            at = i;
            break;
        }
        ++i;
    }
    if (n >= 0 && at >= n)
        reach_error();
}
