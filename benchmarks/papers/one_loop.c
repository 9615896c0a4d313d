/* OneLoop: steps of four never give fifteen. [apc, appendix A]
   Target: unreachable. Entry: one_loop */
extern void reach_error(void);

void one_loop(int limit)
{
    int i = 0;

    while (i < limit)
        i += 4;
    if (i == 15)
        reach_error();
}
