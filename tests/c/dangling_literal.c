// check: unsafe dangling-pointer@8
int main(void)
{
    int *p = 0;
    for (int i = 0; i < 2; i++)
        p = &(int){i};
    // The literal lived in the loop's body.
    return *p;
}
