/* Sets of numbers as bits in one allocated block: a header and a flexible array of words. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef unsigned word;
#define WORD_BITS (sizeof(word) * CHAR_BIT)

struct bitset {
    size_t bits;
    word words[];
};

static size_t words_for(size_t bits) { return (bits + WORD_BITS - 1) / WORD_BITS; }

static struct bitset *bitset_new(size_t bits)
{
    struct bitset *s = malloc(sizeof *s + words_for(bits) * sizeof(word));
    if (!s)
        return NULL;
    s->bits = bits;
    memset(s->words, 0, words_for(bits) * sizeof(word));
    return s;
}

static int bitset_add(struct bitset *s, size_t bit)
{
#ifdef BUG
    if (bit > s->bits)
#else
    if (bit >= s->bits)
#endif
        return 0;
    s->words[bit / WORD_BITS] |= (word)1 << bit % WORD_BITS;
    return 1;
}

static int bitset_remove(struct bitset *s, size_t bit)
{
    if (bit >= s->bits)
        return 0;
    s->words[bit / WORD_BITS] &= ~((word)1 << bit % WORD_BITS);
    return 1;
}

static int bitset_has(const struct bitset *s, size_t bit)
{
    return bit < s->bits && (s->words[bit / WORD_BITS] >> bit % WORD_BITS & 1);
}

static size_t bitset_count(const struct bitset *s)
{
    size_t count = 0;
    for (size_t i = 0; i < words_for(s->bits); i++)
        for (word w = s->words[i]; w; w &= w - 1)
            count++;
    return count;
}

static struct bitset *bitset_grown(struct bitset *s, size_t bits)
{
    if (bits <= s->bits)
        return s;
    struct bitset *grown = bitset_new(bits);
    if (!grown)
        return s;
    memcpy(grown->words, s->words, words_for(s->bits) * sizeof(word));
    free(s);
    return grown;
}

static void bitset_unite(struct bitset *into, const struct bitset *from)
{
    size_t n = words_for(from->bits < into->bits ? from->bits : into->bits);
    for (size_t i = 0; i < n; i++)
        into->words[i] |= from->words[i];
}

static size_t bitset_next(const struct bitset *s, size_t from)
{
    for (size_t i = from; i < s->bits; i++)
        if (bitset_has(s, i))
            return i;
    return s->bits;
}

int main(void)
{
    struct bitset *s = bitset_new(64), *other = bitset_new(96);
    assert(s && other);
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    int added_a = bitset_add(s, a), added_b = bitset_add(s, b);
    assert(added_a == (a < 64) && bitset_has(s, a) == added_a);
    assert(bitset_has(s, b) == added_b);
    if (added_a && added_b && a != b) {
        assert(bitset_count(s) == 2);
        assert(bitset_remove(s, a) && !bitset_has(s, a) && bitset_has(s, b));
    }
    s = bitset_grown(s, 128);
    assert(s->bits == 128 && bitset_has(s, b) == added_b);
    assert(bitset_add(other, 70));
    bitset_unite(s, other);
    assert(bitset_has(s, 70) && !bitset_has(s, 71));
    assert(bitset_next(s, 64) == 70);
    free(s);
    free(other);
    return 0;
}
