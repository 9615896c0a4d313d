// check: safe
// check -DBUG: unsafe assertion@40
// check -DHEAD: unsafe out-of-bounds@44
// Lists whose head is no node: at the end, the node around the head is looked at, but not followed.
#include <assert.h>
#include <stdlib.h>
struct list { struct list *next, *prev; };
struct item { int value; struct list link; };
#define ENTRY(pointer, type, member) ((type *)((char *)(pointer) - (unsigned long)(&((type *)0)->member)))
#define FOR_EACH(item, head) \
    for (item = ENTRY((head)->next, struct item, link); &item->link != (head); \
         item = ENTRY(item->link.next, struct item, link))
extern int nondet_int(void);

static void add(struct list *new, struct list *head)
{
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}

int main(void)
{
    struct list head = {&head, &head};
    int n = nondet_int();
    if (n < 0 || n > 3) return 0;
    for (int i = 0; i < n; i++) {
        struct item *item = malloc(sizeof *item);
        item->value = i + 1;
        add(&item->link, &head);
    }
    struct item *item;
    int sum = 0, first = 0;
    FOR_EACH(item, &head) {
        if (sum == 0) first = item->value;
        sum += item->value;
    }
#ifdef BUG
    assert(sum != 6);
#endif
    assert(first == n && sum == n * (n + 1) / 2);
#ifdef HEAD
    return item->value;
#endif
    return 0;
}
