// check --check assert: unsafe
// An arbitrary pointer may happen to be the address of an object, and is one then.
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    int x = 5;
    int *p = (int *)__VERIFIER_nondet_ulong();
    if (p == &x)
        __VERIFIER_assert(*p != 5);
    return 0;
}
