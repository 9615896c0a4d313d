// check --check assert: unknown
// An arbitrary pointer may happen to be the address of an object.
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    int x = 5;
    int *p = (int *)__VERIFIER_nondet_ulong();
    if (p == &x)
        __VERIFIER_assert(*p != 5);
    return 0;
}
