// check --check assert: unsafe assertion@11
// check: unsafe uninitialized@9
struct pair {
    int a, b;
};
int main(void)
{
    struct pair *p;
    int *q = &p->b;
    if (q > (int *)p)
        __VERIFIER_assert(0);
    return 0;
}
