// check: unsafe dangling-pointer@14
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0;
    int other = 1;
    while (1) {
        int x = 4;
        p = &x;
        if (__VERIFIER_nondet_int() == 7)
            break;
        p = &other;
    }
    return *p;
}
