// check --entry name: unsafe null-dereference@19
// check --entry name_or_none: safe
// check --entry clear: safe
// check --entry first: unsafe null-dereference@29
// check --entry third --array-size 3: unsafe assertion@32
// check --entry third --array-size 2: unsafe out-of-bounds@32
// check --entry push: safe
// check --entry depth --pointer-depth 2 --no-sharing: safe
// check --entry by_value: unsafe assertion@46
// check --entry same: unsafe assertion@49
// check --entry same --no-sharing: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; };
struct tree { int key; struct tree *left, *right; };
struct record { char *name; int n; struct node *list; struct { int *p; } inner; };
int name(struct record *r) {
    if (r->n == 42 && r->list && r->list->value == 7) return *r->name;
    return 0;
}
int name_or_none(struct record *r) { return r->name ? strlen(r->name) > 1000000 : 0; }
void clear(struct record *r) {
    free(r->name);
    free(r->inner.p);
    r->name = 0;
    free(r);
}
int first(char **v) { return v[0][0]; }
void third(char **v) {
    if (!v[0] || !v[1]) return;
    if (v[2] && v[2][1] == 'x') assert(v[0][1] != 'y');
}
void push(struct node **head, int v) {
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = *head;
    *head = n;
    assert((*head)->value == v);
}
int depth(struct tree *t) {
    if (!t) return 0;
    int a = depth(t->left), b = depth(t->right);
    return 1 + (a > b ? a : b);
}
void by_value(struct record r) { assert(!(r.list && r.list->next && r.list->next->value == 5)); }
void same(struct record *a, struct record *b) {
    a->n = 1;
    b->n = 2; assert(a->n == 1);
}
