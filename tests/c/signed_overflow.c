// check: safe
// check --check overflow: unsafe overflow@8
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        x = x + 1;
    return x;
}
