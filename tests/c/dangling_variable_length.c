// check: unsafe dangling-pointer@11
int main(void)
{
    int *p = 0, sum = 0;
    for (int n = 1; n < 3; n++) {
        int v[n];
        v[0] = n;
        if (!p)
            p = v;
        else
            sum += *p;
    }
    return sum;
}
