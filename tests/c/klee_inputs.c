// check: unsafe assertion@12
void klee_make_symbolic(void *addr, unsigned long size, const char *name);
void klee_assume(unsigned long condition);
void klee_assert(int condition);
int main(void)
{
    int a[4];
    int n;
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 0 && n < 4);
    klee_assert(!(a[n] == 77 && a[3 - n] == 78));
    return 0;
}
