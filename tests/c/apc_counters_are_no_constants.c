// check --check assert --technique classic: unsafe assertion@14
// check --check assert --technique apc: unknown
// Covering jumps: a loop that is looked at again has a counter from before, which is no constant of its rounds.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned a[3], c[3];

    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[i] = a[i] * a[j];
    __VERIFIER_assert(c[0] == 5);
    return 0;
}
