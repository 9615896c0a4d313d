/* The example of [cba, figure 1]: two loops of fifteen iterations each count
   what they see. Target: reachable. Entry: two_counters */
extern void reach_error(void);

void two_counters(const int *first, const int *second)
{
    int a = 0;
    int b = 0;

    for (int i = 0; i < 15; ++i)
        if (first[i] == 1)
            ++a;
    for (int j = 0; j < 15; ++j)
        if (second[j] == 2)
            ++b;
    if (a > 12 && a + b == 23)
        reach_error();
}
