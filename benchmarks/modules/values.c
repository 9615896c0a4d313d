/* Values that are numbers, texts or lists, told apart by a tag; and an interpreter of expressions over them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum tag { NIL, NUMBER, TEXT, LIST };
struct value {
    enum tag tag;
    union {
        long number;
        struct {
            char characters[7];
            unsigned char length;
        } text;
        struct {
            struct value *first;
            struct value *rest;
        } list;
    } as;
};

static struct value number(long n)
{
    struct value v = {.tag = NUMBER, .as.number = n};
    return v;
}

static struct value text(const char *characters, unsigned length)
{
    struct value v = {.tag = TEXT};
    if (length > sizeof v.as.text.characters)
        length = sizeof v.as.text.characters;
    memcpy(v.as.text.characters, characters, length);
    v.as.text.length = (unsigned char)length;
    return v;
}

static struct value *cons(struct value first, struct value *rest)
{
    struct value *cell = malloc(sizeof *cell), *kept = malloc(sizeof *kept);
    if (!cell || !kept)
        abort();
    *kept = first;
    cell->tag = LIST;
    cell->as.list.first = kept;
    cell->as.list.rest = rest;
    return cell;
}

static void discard(struct value *list)
{
    while (list && list->tag == LIST) {
        struct value *rest = list->as.list.rest;
        free(list->as.list.first);
        free(list);
        list = rest;
    }
}

static int is_true(const struct value *v)
{
    switch (v->tag) {
    case NIL:
        return 0;
    case NUMBER:
        return v->as.number != 0;
    case TEXT:
        return v->as.text.length > 0;
    default:
        return 1;
    }
}

static long length(const struct value *v)
{
    long n = 0;
    switch (v ? v->tag : NIL) {
    case TEXT:
        return v->as.text.length;
    case LIST:
        for (; v; v = v->as.list.rest)
            n++;
        return n;
    default:
        return 0;
    }
}

static struct value add(const struct value *a, const struct value *b)
{
#ifdef BUG
    if (a->tag == NUMBER || b->tag == NUMBER)
#else
    if (a->tag == NUMBER && b->tag == NUMBER)
#endif
        return number(a->as.number + b->as.number);
    if (a->tag == TEXT && b->tag == TEXT) {
        struct value sum = *a;
        unsigned room = sizeof sum.as.text.characters - a->as.text.length;
        unsigned n = b->as.text.length < room ? b->as.text.length : room;
        memcpy(sum.as.text.characters + a->as.text.length, b->as.text.characters, n);
        sum.as.text.length = (unsigned char)(a->as.text.length + n);
        return sum;
    }
    struct value nil = {.tag = NIL};
    return nil;
}

int main(void)
{
    struct value a, b;
    unsigned char kinds = __VERIFIER_nondet_uchar();
    a = kinds & 1 ? number(__VERIFIER_nondet_uchar()) : text("abcd", kinds >> 6);
    b = kinds & 2 ? number(__VERIFIER_nondet_uchar()) : text("efghijklm", 9);
    struct value sum = add(&a, &b);
    if (a.tag == NUMBER && b.tag == NUMBER) {
        assert(sum.tag == NUMBER && sum.as.number >= a.as.number && sum.as.number <= 510);
    } else if (a.tag == b.tag) {
        assert(length(&sum) == 7 && sum.as.text.characters[6] != 0);
    } else {
        assert(sum.tag == NIL && !is_true(&sum));
    }
    struct value *list = NULL;
    for (int i = 0; i < (kinds >> 4 & 3); i++)
        list = cons(i ? a : b, list);
    assert(length(list) == (kinds >> 4 & 3));
    if (length(list) > 1)
        assert(list->as.list.first->tag == a.tag);
    discard(list);
    return 0;
}
