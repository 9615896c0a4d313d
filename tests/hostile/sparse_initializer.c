/* Elements far from each other, and ranges of them. */
int a[1 << 28] = { [1 << 27] = 5, [100 ... 60000] = 3, [(1 << 28) - 1] = 7 };
struct { char text[64]; int n; } t[1000000] = { [999999] = { "end", 1 }, [0 ... 60000] = { .n = 4 } };
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 1 << 28 && a[i] == 7 && t[i % 1000000].n == 4) __VERIFIER_error();
    return 0;
}
