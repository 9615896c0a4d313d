// check: safe
// An allocator that hands out parts of a buffer.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
static _Alignas(16) unsigned char buffer[1 << 12];
static size_t used;
static void *take(size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (used + size > sizeof buffer)
        return NULL;
    void *p = buffer + used;
    used += size;
    return p;
}
struct node { int value; struct node *next; };
int main(void)
{
    struct node *list = NULL;
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++) {
        struct node *n = take(sizeof *n);
        assert(n && (uintptr_t)n % sizeof(void *) == 0);
        n->value = x ^ i;
        n->next = list;
        list = n;
    }
    char *text = take(3);
    text[0] = 'o', text[1] = 'k', text[2] = 0;
    int count = 0;
    for (struct node *n = list; n; n = n->next)
        assert(n->value == (x ^ (3 - count++)));
    assert(count == 4 && text[1] == 'k');
    return 0;
}
