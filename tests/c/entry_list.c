// check --entry second: unsafe null-dereference@12
// check --entry second_or_none: safe
// check --entry is_circle: unsafe assertion@16
// check --entry is_circle --no-sharing --pointer-depth 3: safe
// check --entry sum --no-sharing --pointer-depth 3: safe
// check --entry sum --no-sharing: unknown
// check --entry all --no-sharing --pointer-depth 2: safe
// check --entry all: unsafe dangling-pointer@25
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
int second(struct node *l) { return l->next->value; }
int second_or_none(struct node *l) { return l && l->next ? l->next->value : 0; }
void is_circle(struct node *l) {
    if (l && l->next == l)
        assert(0);
}
int sum(struct node *l) {
    int s = 0, n = 0;
    for (; l; l = l->next) { s += l->value; n++; }
    assert(n <= 3);
    return s;
}
void all(struct node *l) {
    while (l) { struct node *n = l->next;
        free(l);
        l = n;
    }
}
