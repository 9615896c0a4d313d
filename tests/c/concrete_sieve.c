// check: safe
// check --technique classic: safe
// Many steps, but no input has a say in them.
void __VERIFIER_assert(int condition);
int main(void)
{
    static char composite[1500];
    int primes = 0;
    for (int i = 2; i < 1500; i++) {
        if (composite[i])
            continue;
        primes++;
        for (int j = 2 * i; j < 1500; j += i)
            composite[j] = 1;
    }
    __VERIFIER_assert(primes == 239);
    return 0;
}
