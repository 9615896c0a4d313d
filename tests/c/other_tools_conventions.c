// check: safe
void __CPROVER_assume(int);
void __CPROVER_assert(int, const char *);
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
int nondet_int(void);
unsigned char nondet_uchar();
unsigned long long __VERIFIER_nondet_u64(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int main(void)
{
    int x = nondet_int(), y = nondet_int();
    __CPROVER_assume(x > 3 && x < 9);
    __ESBMC_assume(y == x + 1);
    __CPROVER_assert(y > 4, "y is large");
    __ESBMC_assert(y <= 9, "y is small");
    __CPROVER_assert(nondet_uchar() <= 255, "a byte");
    __VERIFIER_atomic_begin();
    if (__VERIFIER_nondet_u64() / 2 > 9223372036854775807ULL) __CPROVER_assert(0, "no");
    __VERIFIER_atomic_end();
    return 0;
}
