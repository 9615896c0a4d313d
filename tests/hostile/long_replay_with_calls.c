/* The error is there, but behind more calls than can be replayed. */
extern int __VERIFIER_nondet_int(void);
static unsigned state = 1;
static unsigned next(unsigned x) { state = state * 1103515245u + 12345u; return state >> 16 ^ x; }
int main(void)
{
    unsigned sum = 0;
    if (__VERIFIER_nondet_int() != 5)
        return 0;
    for (unsigned long i = 0; i < 30000000000ul; i++)
        sum += next((unsigned)i);
    if (sum != 1)
        __VERIFIER_error();
    return 0;
}
