// check: unsafe uninitialized@4
static int read(int *p)
{
    return *p + 1;
}
int main(void)
{
    int x;
    return read(&x);
}
