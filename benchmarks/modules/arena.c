/* An allocator that hands out parts of one buffer, with marks to go back to, and texts that live in it. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define ARENA_SIZE 66
struct arena {
    _Alignas(16) unsigned char memory[ARENA_SIZE];
    size_t used, peak;
    int failures;
};

static void arena_init(struct arena *a)
{
    a->used = a->peak = 0;
    a->failures = 0;
}

static size_t arena_padding(size_t used, size_t align)
{
    size_t over = used & (align - 1);
    return over ? align - over : 0;
}

static void *arena_alloc(struct arena *a, size_t size, size_t align)
{
    size_t padding = arena_padding(a->used, align);
#ifdef BUG
    if (size > ARENA_SIZE - a->used) {
#else
    if (padding > ARENA_SIZE - a->used || size > ARENA_SIZE - a->used - padding) {
#endif
        a->failures++;
        return NULL;
    }
    a->used += padding;
    void *result = a->memory + a->used;
    a->used += size;
    if (a->used > a->peak)
        a->peak = a->used;
    return result;
}

static size_t arena_mark(const struct arena *a) { return a->used; }

static void arena_reset(struct arena *a, size_t mark)
{
    assert(mark <= a->used);
    a->used = mark;
}

static char *arena_text(struct arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1, 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

struct pair {
    const char *name;
    long value;
};

static struct pair *arena_pair(struct arena *a, const char *name, size_t length, long value)
{
    size_t mark = arena_mark(a);
    char *copy = arena_text(a, name, length);
    if (!copy)
        return NULL;
    struct pair *p = arena_alloc(a, sizeof *p, _Alignof(struct pair));
    if (!p) {
        arena_reset(a, mark);
        return NULL;
    }
    p->name = copy;
    p->value = value;
    return p;
}

int main(void)
{
    struct arena a;
    struct pair *pairs[3];
    int count = 0;
    arena_init(&a);
    for (int i = 0; i < 3; i++) {
        unsigned length = 0;
        while (length < 4 && __VERIFIER_nondet_uchar() > 127)
            length++;
        struct pair *p = arena_pair(&a, "name", length, i);
        assert(a.used <= ARENA_SIZE && a.peak >= a.used);
        if (!p)
            continue;
        assert(strlen(p->name) == length);
        pairs[count++] = p;
    }
    for (int i = 0; i + 1 < count; i++) {
        assert(pairs[i]->value < pairs[i + 1]->value);
        assert((unsigned char *)pairs[i] < (unsigned char *)pairs[i + 1]);
    }
    assert(count >= 2);
    size_t mark = arena_mark(&a);
    unsigned size = __VERIFIER_nondet_uchar();
    unsigned char *rest = arena_alloc(&a, size, 4);
    if (rest) {
        assert(size <= ARENA_SIZE);
        if (size > 0)
            rest[size - 1] = 1;
        arena_reset(&a, mark);
    }
    assert(a.used == mark);
    return 0;
}
