/* A priority queue: a binary heap in an array of fixed size. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define MOST 15

struct heap {
    int items[MOST];
    int count;
};

static void swap(struct heap *h, int i, int j)
{
    int x = h->items[i];
    h->items[i] = h->items[j];
    h->items[j] = x;
}

static int insert(struct heap *h, int item)
{
#ifdef BUG
    if (h->count > MOST)
#else
    if (h->count == MOST)
#endif
        return 0;
    int i = h->count++;
    h->items[i] = item;
    while (i > 0 && h->items[(i - 1) / 2] > h->items[i]) {
        swap(h, i, (i - 1) / 2);
        i = (i - 1) / 2;
    }
    return 1;
}

static int remove_least(struct heap *h, int *item)
{
    if (h->count == 0)
        return 0;
    *item = h->items[0];
    h->items[0] = h->items[--h->count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= h->count)
            break;
        if (child + 1 < h->count && h->items[child + 1] < h->items[child])
            child++;
        if (h->items[i] <= h->items[child])
            break;
        swap(h, i, child);
        i = child;
        assert(i < MOST);
    }
    return 1;
}

int main(void)
{
    struct heap h = {{0}, 0};
    int item = 0;
    unsigned inserted = 0, removed = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() > 0)
            inserted += (unsigned)insert(&h, __VERIFIER_nondet_int());
        else
            removed += (unsigned)remove_least(&h, &item);
        assert(h.count >= 0 && h.count <= MOST);
        assert(inserted - removed == (unsigned)h.count);
    }
    return 0;
}
