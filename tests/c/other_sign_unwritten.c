// check: unsafe uninitialized@6
// check --check bounds: unsafe out-of-bounds@14
extern int __VERIFIER_nondet_int(void);
static unsigned get(const unsigned *number)
{
    return *number;
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), x, row[2] = {0};
    int *moved = row + 1;
    unsigned *p = (unsigned *)(n == 3 ? &x : row);
    if (n == 4)
        return *(unsigned *)(moved + 1);
    return get(p) > 5;
}
