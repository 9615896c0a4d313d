// check: safe
// check -DBUG: unsafe assertion@27
// `qsort` and `bsearch` of a `void *`: by bytes.
#include <assert.h>
#include <stdlib.h>
extern unsigned char nondet_uchar(void);
struct record {
    char name[4];
    int value;
};
static int by_value(const void *a, const void *b)
{
    return ((const struct record *)a)->value - ((const struct record *)b)->value;
}
static void sort(void *what, size_t n, size_t size) { qsort(what, n, size, by_value); }

int main(void)
{
    struct record r[3] = {{"c", 300}, {"a", 0}, {"b", 400}};
    r[1].value = nondet_uchar();
    sort(r, 3, sizeof *r);
    assert(r[0].name[0] == 'a' && r[1].value == 300 && r[2].value == 400);
    struct record wanted = {"", 400};
    void *base = r;
    struct record *found = bsearch(&wanted, base, 3, sizeof *r, by_value);
#ifdef BUG
    assert(found != r + 2);
#endif
    assert(found == r + 2);
    return 0;
}
