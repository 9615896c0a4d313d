// check --check assert,null: unsafe dangling-pointer@7
// check --check assert: safe
int main(void)
{
    int *p, **pp = &p;
    if (*pp)
        **pp = 1;
    return 0;
}
