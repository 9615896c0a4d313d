// check: safe
// check -DNULL_RESULT: unsafe null-dereference@19
// check -DNULL_INSIDE: unsafe null-dereference@23
// check -DCHANGED: unsafe assertion@28
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; char *name; };
struct node *get(void);
void *make(unsigned long size);
int open_it(struct node **out);
void fill(struct node *n);
extern char *optional;
extern struct node *head;
int main(void) {
    struct node *n = get(), *m = 0;
    int *numbers = make(sizeof(int));
    if (numbers) numbers[0] = 1;
#ifdef NULL_RESULT
    return n->value;
#endif
    if (!n) return 1;
#ifdef NULL_INSIDE
    return n->next->value;
#endif
    if (n->next && n->next->name) n->value = n->next->name[0];
    open_it(&m);
#ifdef CHANGED
    assert(!m || m->value != 7);
#endif
    struct node own = {0, 0, 0};
    fill(&own);
    if (own.next) own.next->value++;
    if (optional && optional[0] == 'x') return 2;
    if (head && head->next) return head->next->value;
    return 0;
}
