/* DOIF: what is done with each element of a zero-terminated input depends on its
   value. [cba, section 4]. Target: reachable. Entry: do_if */
extern void reach_error(void);

void do_if(const int *values)
{
    int a = 0;
    int b = 0;
    int c = 0;

    for (int i = 0; values[i] != 0; ++i) {
        if (values[i] == 1)
            ++a;
        else if (values[i] == 2)
            ++b;
        else if (values[i] == 3)
            ++c;
    }
    if (a > 5 && b + c == 13)
        reach_error();
}
