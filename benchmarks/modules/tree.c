/* A search tree of anything: keys and values are `void *`, and a function of the user's compares keys. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef int compare_fn(const void *, const void *);
typedef void visit_fn(const void *key, void *value, void *context);

struct node {
    const void *key;
    void *value;
    struct node *left, *right;
};

struct tree {
    struct node *root;
    compare_fn *compare;
    size_t count;
};

static void tree_init(struct tree *t, compare_fn *compare)
{
    t->root = NULL;
    t->compare = compare;
    t->count = 0;
}

static struct node **tree_place(struct tree *t, const void *key)
{
    struct node **place = &t->root;
    while (*place) {
        int order = t->compare(key, (*place)->key);
        if (order == 0)
            break;
        place = order < 0 ? &(*place)->left : &(*place)->right;
    }
    return place;
}

static void *tree_get(struct tree *t, const void *key)
{
    struct node *n = *tree_place(t, key);
    return n ? n->value : NULL;
}

static int tree_put(struct tree *t, const void *key, void *value)
{
    struct node **place = tree_place(t, key);
    if (*place) {
        (*place)->value = value;
        return 1;
    }
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->key = key;
    n->value = value;
    n->left = n->right = NULL;
    *place = n;
    t->count++;
    return 1;
}

static int tree_remove(struct tree *t, const void *key)
{
    struct node **place = tree_place(t, key);
    struct node *n = *place;
    if (!n)
        return 0;
    if (n->left && n->right) {
        struct node **next = &n->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct node *moved = *next;
        n->key = moved->key;
        n->value = moved->value;
#ifdef BUG
        *next = NULL;
#else
        *next = moved->right;
#endif
        n = moved;
    } else {
        *place = n->left ? n->left : n->right;
    }
    free(n);
    t->count--;
    return 1;
}

static void tree_each(struct node *n, visit_fn *visit, void *context)
{
    if (!n)
        return;
    tree_each(n->left, visit, context);
    visit(n->key, n->value, context);
    tree_each(n->right, visit, context);
}

static void tree_free(struct node *n)
{
    if (!n)
        return;
    tree_free(n->left);
    tree_free(n->right);
    free(n);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

struct order {
    int last, count, right;
};

static void check_order(const void *key, void *value, void *context)
{
    struct order *o = context;
    int k = *(const int *)key;
    if (o->count++ > 0 && k <= o->last)
        o->right = 0;
    o->last = k;
    (void)value;
}

int main(void)
{
    int keys[4];
    struct tree t;
    tree_init(&t, compare_ints);
    for (int i = 0; i < 4; i++) {
        keys[i] = __VERIFIER_nondet_uchar();
        assert(tree_put(&t, &keys[i], &keys[i]));
        assert(*(int *)tree_get(&t, &keys[i]) == keys[i]);
    }
    struct order o = {0, 0, 1};
    tree_each(t.root, check_order, &o);
    assert(o.right && (size_t)o.count == t.count);
    size_t before = t.count;
    int gone = keys[0];
    assert(tree_remove(&t, &gone) && t.count == before - 1);
    assert(tree_get(&t, &gone) == NULL);
    o.count = 0;
    tree_each(t.root, check_order, &o);
    assert(o.right && (size_t)o.count == t.count);
    tree_free(t.root);
    return 0;
}
