/* A hundred thousand variables that point at each other. */
#define R2(x) x x
#define R4(x) R2(R2(x))
#define R16(x) R4(R4(x))
#define R256(x) R16(R16(x))
#define R4K(x) R16(R256(x))
#define R64K(x) R256(R256(x))
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define V static int JOIN(v, __COUNTER__);
R64K(V) R16(R4K(V))
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &v7 : &v65535;
    *p = __VERIFIER_nondet_int();
    if (v7 + v65535 == 9)
        __VERIFIER_error();
    return 0;
}
