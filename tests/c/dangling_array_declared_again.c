// check: unsafe dangling-pointer@10
int main(void)
{
    int n = 2;
    int i = 0;
    int *p = 0;
again:;
    int a[n];
    if (i)
        return *p;
    a[0] = 0;
    p = a;
    i = 1;
    goto again;
}
