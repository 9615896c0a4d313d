// check: unsafe null-dereference@9
static int *pick(int *p, int yes)
{
    if (yes)
        return p;
}
int main(void)
{
    return *pick((int *) 0, 0);
}
