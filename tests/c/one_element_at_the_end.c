// check: safe
// check -DBUG: unsafe out-of-bounds@38
// check -DCOPY: unsafe out-of-bounds@42
// check -DVARIABLE: unsafe out-of-bounds@46
// An array of one element at the end of a struct ends with its object: how flexible array members were written before C
// had them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct numbers {
    int count;
    int data[1];
};

struct text {
    struct numbers *of;
    unsigned char length;
    char letters[1];
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    struct numbers *p = malloc(sizeof *p + (n - 1) * sizeof(int));
    p->count = n;
    for (int i = 0; i < n; i++)
        p->data[i] = 10 * i;
    struct text *t = malloc(sizeof(struct text) + 4);
    t->of = p;
    t->length = 4;
    strcpy(t->letters, "four");
#ifdef BUG
    p->data[n] = 1;
#endif
#ifdef COPY
    char more[20] = {0};
    memcpy(t->letters, more, sizeof(struct text) + 4);
#endif
#ifdef VARIABLE
    struct numbers one = {1, {2}}, *q = &one;
    q->data[n]++;
#endif
    assert(t->of->data[n - 1] == 10 * (n - 1));
    assert(strlen(t->letters) == t->length && t->letters[3] == 'r');
    assert(sizeof t->letters == 1 && sizeof p->data == 4);
    free(t);
    free(p);
    return 0;
}
