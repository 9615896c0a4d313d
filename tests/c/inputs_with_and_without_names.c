// check: unsafe error-statement@10
// One input has a variable's name, the other the function's.
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int i = __VERIFIER_nondet_int() & 1;
    if (x == 5 && i == 1)
        reach_error();
    return 0;
}
