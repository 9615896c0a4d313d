// check --check assert: unsafe assertion@8
extern void __VERIFIER_assert(int);
int main(void)
{
    int *p, *q;
    long apart = q - p;
    if (p < q && apart == 3)
        __VERIFIER_assert(0);
    return 0;
}
