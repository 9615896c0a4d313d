// check: unsafe dangling-pointer@10
static int *escape(void)
{
    int local = 3;
    return &local;
}
int main(void)
{
    int *p = escape();
    return *p;
}
