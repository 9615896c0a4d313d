/* DOIFex: two loops of DOIF in sequence, over two zero-terminated inputs.
   [cba, section 4]. Target: reachable. Entry: do_if_twice */
extern void reach_error(void);

void do_if_twice(const int *first, const int *second)
{
    int a = 0;
    int b = 0;
    int c = 0;
    int p = 0;
    int q = 0;
    int r = 0;

    for (int i = 0; first[i] != 0; ++i) {
        if (first[i] == 1)
            ++a;
        else if (first[i] == 2)
            ++b;
        else if (first[i] == 3)
            ++c;
    }
    for (int j = 0; second[j] != 0; ++j) {
        if (second[j] == 1)
            ++p;
        else if (second[j] == 2)
            ++q;
        else if (second[j] == 3)
            ++r;
    }
    if (a + p == 13 && b > q + r + 4)
        reach_error();
}
