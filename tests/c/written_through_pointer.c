// check: safe
// What is written through a pointer is initialised, in each round anew.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition);
static void set(int *p, int value)
{
    *p = value;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x;
        set(&x, i);
        sum += x;
    }
    __VERIFIER_assert(sum == 3);
    return sum;
}
