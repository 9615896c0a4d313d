// check: unsafe dangling-pointer@12
void *alloca(unsigned long);
static int *make(void)
{
    int *p = alloca(4 * sizeof(int));
    p[0] = 1;
    return p;
}
int main(void)
{
    int *p = make();
    return *p;
}
