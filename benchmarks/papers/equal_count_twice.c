/* EQCNTex: the nest of EQCNT twice, with numbers of iterations that are given:
   nine comparisons never count ten. [cba, section 4]
   Target: unreachable. Entry: equal_count_twice */
extern void reach_error(void);

void equal_count_twice(const char *first, const char *second, const char *third, const char *fourth)
{
    int equal_small = 0;
    int equal_large = 0;

    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            if (first[i] == second[j])
                ++equal_small;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            if (third[i] == fourth[j])
                ++equal_large;
    if (equal_small == 10 && equal_large == 13)
        reach_error();
}
