// check: unsafe out-of-bounds@8
int __VERIFIER_nondet_int(void);
int main(void)
{
    int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    if (a[i] == 7 || a[i] == 8 || a[i++] == 4 && a[i] == 9)
        return 1;
    return 0;
}
