// check: unsafe assertion@10
#include <assert.h>
struct item { int key; short parts[2]; };
extern int change(struct item *items, int n);
int main(void)
{
    struct item items[3] = {{1, {2, 3}}, {4, {5, 6}}, {7, {8, 9}}};
    int changed = change(&items[1], 1);
    if (changed == 5 && items[0].key == 40000 && items[2].parts[0] == -3)
        assert(items[2].parts[1] != 12345);
    return 0;
}
