// check: unsafe assertion@12
#include <assert.h>
struct item { int key; short parts[2]; struct item *next; };
extern int change(struct item *items, int n);
int main(void)
{
    struct item items[3] = {{1, {2, 3}, 0}, {4, {5, 6}, 0}, {7, {8, 9}, 0}};
    items[2].next = items;
    int changed = change(&items[1], 1);
    assert(items[2].next == items && items[0].next == 0);
    if (changed == 5 && items[0].key == 40000 && items[2].parts[0] == -3)
        assert(items[2].parts[1] != 12345);
    return 0;
}
