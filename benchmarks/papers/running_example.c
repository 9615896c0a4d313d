/* The running example of [apc, section 1]: more than nine elements equal to 1
   bring k from 3 above 12. Target: reachable. Entry: running_example */
extern void reach_error(void);

void running_example(const int *values, int n)
{
    int k = 3;

    for (int i = 0; i < n; ++i)
        if (values[i] == 1)
            ++k;
    if (k > 12)
        reach_error();
}
