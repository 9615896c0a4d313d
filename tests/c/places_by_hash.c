// check: safe
// check -DBUG: unsafe assertion@46
// A set whose places are hashes of unknown keys. That a key is found again does not depend on what its hash is.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char seen[16];

static unsigned hashed(unsigned key, unsigned seed)
{
    unsigned hash = seed;
    for (int i = 0; i < 4; i++) {
        hash ^= key >> 8 * i & 255;
        hash *= 0x01000193u;
        hash ^= hash >> 13;
        hash += hash << 7;
    }
    return hash;
}

static void add(unsigned key)
{
    for (unsigned seed = 1; seed < 3; seed++) {
        unsigned at = hashed(key, seed) % 128;
        seen[at / 8] |= 1 << at % 8;
    }
}

static int has(unsigned key)
{
    for (unsigned seed = 1; seed < 3; seed++) {
        unsigned at = hashed(key, seed) % 128;
        if (!(seen[at / 8] & 1 << at % 8))
            return 0;
    }
    return 1;
}

int main(void)
{
    unsigned key = __VERIFIER_nondet_uint();
#ifdef BUG
    memset(seen, 255, 8);
    assert(!has(key));
#endif
    add(key);
    assert(has(key));
    return 0;
}
