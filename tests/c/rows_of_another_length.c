// check: unsafe out-of-bounds@3
// The parameter's type says 3, the argument's rows have 2.
static void set(int m, int a[][m])
{
    a[1][1] = m;
}
int main(void)
{
    int a[2][2];
    set(3, a);
    return 0;
}
