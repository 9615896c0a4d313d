// check: unsafe dangling-pointer@5
int main(void)
{
    int *device = (int *)0x1000;
    return *device;
}
