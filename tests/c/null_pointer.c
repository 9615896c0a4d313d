// check: unsafe null-dereference@9
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int value = 4;
    int *p = 0;
    if (__VERIFIER_nondet_int() != 7)
        p = &value;
    return *p;
}
