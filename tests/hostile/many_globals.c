/* A hundred thousand variables, one of two of which a pointer points at. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define V static int JOIN(v, __COUNTER__);
#define V4 V V V V
#define V16 V4 V4 V4 V4
#define V256 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16 V16
#define V4K V256 V256 V256 V256 V256 V256 V256 V256 V256 V256 V256 V256 V256 V256 V256 V256
#define V64K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K V4K
V64K V4K V4K V4K V4K V4K V4K V4K V4K
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &v7 : &v65535;
    *p = __VERIFIER_nondet_int();
    if (v7 + v65535 == 9)
        __VERIFIER_error();
    return 0;
}
