// check: safe
// check --technique classic: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct in { int x, y; };
struct outer { struct in in; long z; };
struct S { int x; char c; int a[2]; int b[3]; struct in in; };
int main(void)
{
    struct S s;
    struct outer o[4];
    int m[2][2], count = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    __VERIFIER_assert((void *) &s == (void *) &s.x);
    __VERIFIER_assert((void *) m == (void *) m[0] && (void *) m == (void *) &m[0][0]);
    __VERIFIER_assert((void *) &o[n] == (void *) &o[n].in);
    __VERIFIER_assert((void *) &o[n] == (void *) &o[n].in.x);
    __VERIFIER_assert((void *) &o[n] != (void *) &o[n].in.y);
    __VERIFIER_assert(m[0] + 2 == m[1] && m[1] - m[0] == 2);
    __VERIFIER_assert(s.a + 2 == s.b && s.b + 3 == &s.in.x);
    for (int *p = s.a; p != s.b; p++)
        count++;
    __VERIFIER_assert(count == 2);
    __VERIFIER_assert(&s.in.y - &s.x == 8 && &s.in.y > &s.b[2]);
    return 0;
}
