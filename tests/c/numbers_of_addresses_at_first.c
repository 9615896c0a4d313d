// check: safe
// check -DBUG: unsafe assertion@22
// First values that are computed from addresses: numbers, and pointers made of them.
#include <assert.h>
#include <stdint.h>
struct entry { long key; uintptr_t place; };
static int cells[8];
static struct entry index[] = { { 1, (uintptr_t)&cells[1] }, { 2, (uintptr_t)(cells + 2) + sizeof(int) } };
static const long start = (long)cells;
static int *computed = (int *)((uintptr_t)cells + 4 * sizeof(int));
static unsigned long long wide = (unsigned long long)&index[1].key;
int main(void)
{
    static uintptr_t inner = (uintptr_t)&cells[7] - 4;
    *(int *)index[0].place = 11;
    *(int *)index[1].place = 13;
    *computed = 14;
    *(int *)inner = 16;
    assert(cells[1] == 11 && cells[3] == 13 && cells[4] == 14 && cells[6] == 16);
    assert(start == (long)&cells[0] && *(long *)wide == 2 && (start & 3) == 0);
#ifdef BUG
    assert(index[1].place - index[0].place == 4);
#endif
    return 0;
}
