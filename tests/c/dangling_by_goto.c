// check: unsafe dangling-pointer@14
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0, other = 1;
    for (;;) {
        int x = 4;
        p = &x;
        if (__VERIFIER_nondet_int())
            goto out;
        p = &other;
    }
out:
    return *p;
}
