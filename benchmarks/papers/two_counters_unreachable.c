/* The example of [cba, figure 1] with a count that fifteen
   iterations cannot give: two loops of fifteen iterations each count
   what they see. Target: unreachable.
   Entry: two_counters_unreachable */
extern void reach_error(void);

void two_counters_unreachable(const int *first, const int *second)
{
    int a = 0;
    int b = 0;

    for (int i = 0; i < 15; ++i)
        if (first[i] == 1)
            ++a;
    for (int j = 0; j < 15; ++j)
        if (second[j] == 2)
            ++b;
    if (a > 17 && a + b == 23)
        reach_error();
}
