/* TwoLoops: an even number never equals an odd one. [apc, appendix A]
   Target: unreachable. Entry: two_loops */
extern void reach_error(void);

void two_loops(int limit)
{
    int i = 0;
    int j = 0;

    while (i < limit)
        i += 4;
    while (i != j + 7)
        j += 2;
    reach_error();
}
