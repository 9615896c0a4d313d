/* linSrch: the least index of x among the first n elements, or -1.
   [compact, figure 1]. Entry: linear_search. Two targets: found at a large
   index (reachable), a result beyond the elements (unreachable). */
extern void reach_error(void);

static int search(const int *values, int n, int x)
{
    int i = 0;

    while (i < n) {
        if (values[i] == x)
            return i;
        ++i;
    }
    return -1;
}

void linear_search(const int *values, int n, int x)
{
    int at = search(values, n, x);

    if (n >= 0 && at >= n)
        reach_error(); /* unreachable */
    if (at == 1000)
        reach_error(); /* reachable */
}
