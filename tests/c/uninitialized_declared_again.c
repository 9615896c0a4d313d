// check: unsafe uninitialized@9
int main(void)
{
    int i = 0;
    int *p = 0;
again:;
    int x;
    if (i)
        return *p;
    x = 1;
    p = &x;
    i = 1;
    goto again;
}
