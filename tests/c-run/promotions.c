// Small integer types become `int` before they are computed with; mixed signs become unsigned.
#include <stdio.h>
extern signed char __VERIFIER_nondet_schar(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    signed char c = __VERIFIER_nondet_schar();
    unsigned char u = __VERIFIER_nondet_uchar();
    unsigned short w = __VERIFIER_nondet_ushort();
    int i = __VERIFIER_nondet_int();
    unsigned char sum = u + u;

    printf("%d %d %d\n", u + u, sum, ~u);
    printf("%d %d\n", -w, (unsigned short)-w);
    printf("%d %d %d\n", c < u, c < 1u, -1 < (unsigned char)1);
    printf("%d %lu %ld\n", i > 0u, (unsigned long)i, (long)(unsigned)i);
    printf("%d %d\n", (char)i, (char)(i >> 8));
    printf("%d %d\n", u << 4, (signed char)(u << 4));
    printf("%ld\n", (long)sizeof(c + c));
    c += 200;
    u *= u;
    w -= 40000;
    printf("%d %d %d\n", c, u, w);
    return c;
}
