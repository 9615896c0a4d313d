/* Structs of a megabyte that are handed over by value. */
struct big { int a[1 << 18]; int n; };
extern int __VERIFIER_nondet_int(void);
static struct big next(struct big b, int i) { b.a[i & 0x3ffff] = i; b.n++; return b; }
int main(void)
{
    struct big b, c[8];
    b.n = 0;
    for (int i = 0; i < 1000; i++) {
        b = next(b, __VERIFIER_nondet_int());
        c[i % 8] = b;
    }
    if (c[3].a[b.n] == 99)
        __VERIFIER_error();
    return 0;
}
