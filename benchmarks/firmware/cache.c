/* A cache of eight entries; the one that was not used for longest goes. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define ENTRIES 8

struct entry {
    int valid;
    unsigned key, value;
    unsigned age;
};

struct cache {
    struct entry entries[ENTRIES];
    unsigned hits, misses;
    int valid;
};

static struct entry *find(struct cache *c, unsigned key)
{
    for (int i = 0; i < ENTRIES; i++)
        if (c->entries[i].valid && c->entries[i].key == key)
            return &c->entries[i];
    return 0;
}

static int victim(const struct cache *c)
{
    int oldest = 0;
#ifdef BUG
    for (int i = 0; i <= ENTRIES; i++) {
#else
    for (int i = 0; i < ENTRIES; i++) {
#endif
        if (!c->entries[i].valid)
            return i;
        if (c->entries[i].age > c->entries[oldest].age)
            oldest = i;
    }
    return oldest;
}

static unsigned get(struct cache *c, unsigned key)
{
    struct entry *e = find(c, key);
    for (int i = 0; i < ENTRIES; i++)
        if (c->entries[i].age < 1000)
            c->entries[i].age++;
    if (e) {
        c->hits++;
        e->age = 0;
        return e->value;
    }
    c->misses++;
    int i = victim(c);
    assert(i >= 0 && i < ENTRIES);
    e = &c->entries[i];
    if (!e->valid)
        c->valid++;
    e->valid = 1;
    e->key = key;
    e->value = key % 97;
    e->age = 0;
    return e->value;
}

int main(void)
{
    struct cache c = {{{0, 0, 0, 0}}, 0, 0, 0};
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        unsigned value = get(&c, key);
        assert(value < 97);
        assert(c.valid >= 1 && c.valid <= ENTRIES);
    }
    return 0;
}
