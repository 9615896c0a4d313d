// check: safe
static int *pick(int *p, int yes)
{
    if (yes)
        return p;
}
int main(void)
{
    int x = 1;
    pick(&x, 0);
    return *pick(&x, 1) - 1;
}
