// check: unsafe error-statement@19
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct in { int x; };
struct S { struct in in; int a[2]; int b[2]; };
int main(void)
{
    struct S s, o[3];
    int m[2][2], n = __VERIFIER_nondet_int();
    if ((void *) &s != (void *) &s.in)
        return 0;
    if (m[0] + 2 != m[1])
        return 0;
    if (n < 0 || n > 2 || (void *) &o[n] != (void *) &o[n].in.x)
        return 0;
    int *p = s.a;
    while (p != s.b)
        p++;
    reach_error();
    return 0;
}
