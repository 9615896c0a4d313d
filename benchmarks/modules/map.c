/* A hash map from numbers to numbers with open addresses. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SLOTS 8
struct slot { unsigned key; int value; char state; };
enum { FREE, USED, GONE };
struct map { struct slot slots[SLOTS]; int count; };
static unsigned hash(unsigned key) { return (key * 2654435761u) >> 29; }
static int map_find(const struct map *m, unsigned key)
{
    unsigned at = hash(key);
    for (int i = 0; i < SLOTS; i++) {
        const struct slot *s = &m->slots[(at + i) % SLOTS];
        if (s->state == FREE)
            return -1;
        if (s->state == USED && s->key == key)
            return (at + i) % SLOTS;
    }
    return -1;
}

static int map_put(struct map *m, unsigned key, int value)
{
    int found = map_find(m, key);
    if (found >= 0) {
        m->slots[found].value = value;
        return 1;
    }
    unsigned at = hash(key);
    for (int i = 0; i < SLOTS; i++) {
        struct slot *s = &m->slots[(at + i) % SLOTS];
        if (s->state != USED) {
            s->key = key;
            s->value = value;
            s->state = USED;
            m->count++;
            return 1;
        }
    }
    return 0;
}

static int map_remove(struct map *m, unsigned key)
{
    int found = map_find(m, key);
    if (found < 0)
        return 0;
#ifdef BUG
    m->slots[found].state = FREE;
#else
    m->slots[found].state = GONE;
#endif
    m->count--;
    return 1;
}

/* Puts all pairs of a map into another one; gives how many there was room for. */
static int map_copy(struct map *to, const struct map *from)
{
    int copied = 0;
    for (int i = 0; i < SLOTS; i++) {
        const struct slot *s = &from->slots[i];
        if (s->state == USED && map_put(to, s->key, s->value))
            copied++;
    }
    return copied;
}

/* Throws the marks of removed pairs away. */
static void map_clean(struct map *m)
{
    struct map clean;
    memset(&clean, 0, sizeof clean);
    map_copy(&clean, m);
    *m = clean;
}

static int map_sum(const struct map *m)
{
    int sum = 0;
    for (const struct slot *s = m->slots; s < m->slots + SLOTS; s++)
        if (s->state == USED)
            sum += s->value;
    return sum;
}

int main(void)
{
    struct map m = {0};
    unsigned a = __VERIFIER_nondet_uchar() & 15, b = __VERIFIER_nondet_uchar() & 15;
    if (a == b)
        return 0;
    assert(map_put(&m, a, 1) && map_put(&m, b, 2));
    assert(map_put(&m, a, 3) && m.count == 2);
    assert(m.slots[map_find(&m, a)].value == 3);
    assert(map_remove(&m, a) && m.count == 1);
    assert(map_find(&m, a) < 0);
    assert(map_find(&m, b) >= 0);
    assert(map_sum(&m) == 2);
    map_clean(&m);
    assert(m.count == 1 && map_sum(&m) == 2);
    assert(map_find(&m, b) >= 0 && map_find(&m, a) < 0);
    return 0;
}
