/* A hash table with open addressing and FNV-1a: what was put in is found.
   With BUG defined, it is wrong. */
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);

#define SIZE 8

static uint32_t keys[SIZE];
static uint8_t used[SIZE];

static uint32_t hash(uint32_t key)
{
    uint32_t h = 2166136261u;

    for (int i = 0; i < 4; i++) {
        h ^= key >> (8 * i) & 0xFF;
        h *= 16777619u;
    }
    return h;
}

static int find(uint32_t key)
{
    uint32_t at = hash(key) & (SIZE - 1);

    for (int i = 0; i < SIZE; i++) {
        uint32_t slot = (at + i) & (SIZE - 1);

        if (!used[slot] || keys[slot] == key)
            return slot;
    }
    return -1;
}

int main(void)
{
    uint32_t a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    int at = find(a);

    keys[at] = a;
    used[at] = 1;
#ifdef BUG
    at = hash(b) & (SIZE - 1);
#else
    at = find(b);
#endif
    keys[at] = b;
    used[at] = 1;
    assert(keys[find(a)] == a);
    assert(keys[find(b)] == b);
    return 0;
}
