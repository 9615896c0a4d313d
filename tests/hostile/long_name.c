/* A name of a megabyte, made of pieces. */
#define J_(a, b) a##b
#define J(a, b) J_(a, b)
#define N0 abcdefgh
#define N1 J(N0, N0)
#define N2 J(N1, N1)
#define N3 J(N2, N2)
#define N4 J(N3, N3)
#define N5 J(N4, N4)
#define N6 J(N5, N5)
#define N7 J(N6, N6)
#define N8 J(N7, N7)
#define N9 J(N8, N8)
#define N10 J(N9, N9)
#define N11 J(N10, N10)
#define N12 J(N11, N11)
#define N13 J(N12, N12)
#define N14 J(N13, N13)
#define N15 J(N14, N14)
#define N16 J(N15, N15)
#define N17 J(N16, N16)
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int N17 = __VERIFIER_nondet_int();
    if (N17 == 3)
        __VERIFIER_error();
    return 0;
}
