// check: unsafe uninitialized@18
// A variable that is only named need not have a value; one that is looked at must.
int fill(int *target)
{
    *target = 1;
    return 0;
}
int main(void)
{
    int x, y, z;
    int *p;
    (void)x;
    x;
    (void)p;
    x, y = 0;
    fill(&z);
    (void)z;
    return z && x;
}
