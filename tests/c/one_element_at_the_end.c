// check: safe
// check -DBEHIND: unsafe out-of-bounds@58
// check -DBEFORE: unsafe out-of-bounds@60
// check -DCOPY: unsafe out-of-bounds@63
// check -DVARIABLE: unsafe out-of-bounds@66
// check -DPADDING: unsafe out-of-bounds@69
// check -DPOINTER: unsafe out-of-bounds@73
// check -DPART: unsafe out-of-bounds@77
// check -DROWS: unsafe out-of-bounds@81
// check -DITEM: unsafe out-of-bounds@83
// An array of one element at the end of a struct ends with its object where that was allocated: how flexible array members
// were written before C had them. In variables, in parts of other structs and in rows of structs it has one element.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct numbers { int count; int data[1]; };
struct text { struct numbers *of; unsigned char length; char letters[1]; };
struct item { short key; int value; };
struct items { long count; struct item list[1]; };
struct outer { int kind; struct items inner; };
struct first { int count; int data[1]; };
struct whole { struct first first; int more; };
struct row { int count; int data[1]; int tail[1]; };

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 5)
        return 0;
    struct numbers *p = malloc(sizeof *p + (n - 1) * sizeof(int));
    p->count = n;
    for (int i = 0; i < n; i++)
        p->data[i] = 10 * i;
    assert(p->data[n - 1] == 10 * (n - 1) && p->data[1] == 10);
    int *end = &p->data[n], *at = p->data;
    while (at < end)
        *at++ = 7;
    assert(p->data[n - 1] == 7 && p->count == n);
    // Whole structs by their size, but one struct with more behind it.
    struct numbers *two = malloc(2 * sizeof *two);
    two->count = 3;
    two->data[1] = 4, two->data[2] = 5;
    assert(two->data[1] + two->data[2] == 9 && sizeof two->data == 4);
    struct text *t = malloc(sizeof(struct text) + 4);
    t->of = p;
    strcpy(t->letters, "four");
    t->length = strlen(t->letters);
    assert(t->length == 4 && t->letters[3] == 'r' && t->of->data[1] == 7);
    struct outer *o = malloc(sizeof *o + 2 * sizeof(struct item));
    o->kind = 1;
    o->inner.count = 3;
    for (int i = 0; i < o->inner.count; i++)
        o->inner.list[i].key = i, o->inner.list[i].value = 100 + i;
    assert(o->inner.list[2].value == 102 && o->inner.list[1].key == 1 && o->kind == 1);
#ifdef BEHIND
    p->data[n] = 1;
#elif defined BEFORE
    p->data[n - 6]++;
#elif defined COPY
    char more[20] = {0};
    memcpy(t->letters, more, sizeof(struct text) + 4);
#elif defined VARIABLE
    struct numbers one[2] = {{1, {2}}, {3, {4}}}, *q = one;
    q->data[n - 1]++;
#elif defined PADDING
    struct text own = {0}, *q = &own;
    q->letters[n] = 1;
#elif defined POINTER
    struct numbers own = {1, {2}}, *q = &own;
    int *w = q->data;
    w[n - 1] = 1;
#elif defined PART
    struct whole *w = malloc(sizeof *w);
    struct first *f = &w->first;
    f->data[n - 1] = 2;
#elif defined ROWS
    struct row *r = calloc(3, sizeof *r);
    r[2].count = 1;
    r->tail[n - 1] = 2;
#elif defined ITEM
    return o->inner.list[n + 1].value;
#endif
    free(two);
    free(t);
    free(o);
    free(p);
    return 0;
}
