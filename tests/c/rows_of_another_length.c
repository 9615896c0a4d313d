// check: unknown
// The type of the parameter says 3, the rows of the argument have 2: not followed, as flat memory may be seen as rows.
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
