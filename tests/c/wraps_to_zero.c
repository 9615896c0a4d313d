// check --check assert: unsafe error-statement@9
// check --check assert --data-model ILP32: unsafe error-statement@9
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 10u && x + 5u < 3u)
        reach_error();
    return 0;
}
