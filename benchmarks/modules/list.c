/* A list with two ends, whose nodes are allocated. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node { int value; struct node *next, *previous; };
struct list { struct node *first, *last; int count; };
static int list_append(struct list *l, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->value = value;
    n->next = 0;
    n->previous = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
    l->count++;
    return 1;
}

static void list_unlink(struct list *l, struct node *n)
{
    if (n->previous)
        n->previous->next = n->next;
    else
        l->first = n->next;
    if (n->next)
        n->next->previous = n->previous;
    else
        l->last = n->previous;
    l->count--;
    free(n);
}

static int list_remove_all(struct list *l, int value)
{
    int removed = 0;
#ifdef BUG
    for (struct node *n = l->first; n; n = n->next) {
        if (n->value == value) {
            list_unlink(l, n);
            removed++;
        }
    }
#else
    for (struct node *n = l->first, *next; n; n = next) {
        next = n->next;
        if (n->value == value) {
            list_unlink(l, n);
            removed++;
        }
    }
#endif
    return removed;
}

static struct node *list_at(const struct list *l, int index)
{
    struct node *n = l->first;
    while (n && index-- > 0)
        n = n->next;
    return n;
}

static void list_reverse(struct list *l)
{
    struct node *n = l->first;
    l->first = l->last;
    l->last = n;
    while (n) {
        struct node *next = n->next;
        n->next = n->previous;
        n->previous = next;
        n = next;
    }
}

static int list_is_sound(const struct list *l)
{
    const struct node *before = 0;
    for (const struct node *n = l->first; n; n = n->next) {
        if (n->previous != before)
            return 0;
        before = n;
    }
    return l->last == before;
}

int main(void)
{
    struct list l = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        assert(list_append(&l, __VERIFIER_nondet_int()));
    int first = list_at(&l, 0)->value;
    list_reverse(&l);
    assert(list_is_sound(&l) && list_at(&l, 2)->value == first);
    assert(!list_at(&l, 3));
    int value = __VERIFIER_nondet_int();
    int removed = list_remove_all(&l, value);
    assert(l.count == 3 - removed);
    int count = 0;
    for (struct node *n = l.first; n; n = n->next) {
        assert(n->value != value);
        count++;
    }
    assert(count == l.count);
    while (l.first)
        list_unlink(&l, l.first);
    assert(l.count == 0 && !l.last);
    return 0;
}
