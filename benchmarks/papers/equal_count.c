/* EQCNT: how often is an element of one zero-terminated string equal to one of
   another? [cba, section 4]. Target: reachable. Entry: equal_count */
extern void reach_error(void);

void equal_count(const char *first, const char *second)
{
    int equal = 0;

    for (int i = 0; first[i] != 0; ++i)
        for (int j = 0; second[j] != 0; ++j)
            if (first[i] == second[j])
                ++equal;
    if (equal == 20)
        reach_error();
}
