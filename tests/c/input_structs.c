// check --entry scan: unsafe division-by-zero@6
// check --entry sum --array-size 3: unsafe out-of-bounds@12
struct item { int key; char tag; };
int scan(struct item *p, unsigned n)
{
    return n < 100 && p[n].key == 7 && p[n + 1].tag == 'x' ? 1 / (p->key - 3) : 0;
}
int sum(struct item *p, int n)
{
    int s = 0;
    if (n < 0 || n > 4) return 0;
    for (int i = 0; i < n; i++) s ^= p[i].key;
    return s;
}
