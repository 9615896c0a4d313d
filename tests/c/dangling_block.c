// check: unsafe dangling-pointer@9
int main(void)
{
    int *p;
    {
        int x = 3;
        p = &x;
    }
    return *p;
}
