// check: unsafe dangling-pointer@9
// Native runs notice only the use behind the loop.
int main(void)
{
    int *p = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int x = 6;
        if (p)
            sum += *p;
        p = &x;
    }
    return sum + *p;
}
