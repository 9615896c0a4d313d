// check: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct text { unsigned length; char data[]; };
struct numbers { char count; int list[]; };
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
    struct text *t = malloc(sizeof *t + n + 1);
    t->length = n;
    for (unsigned i = 0; i < n; i++)
        t->data[i] = 'a' + i;
    t->data[n] = 0;
    assert(t->length == n && t->data[n - 1] == 'a' + (int)n - 1);
    assert(strlen(t->data) == n);
    free(t);
    struct numbers *m = calloc(1, sizeof *m + 3 * sizeof(int));
    m->count = 3;
    m->list[2] = -7;
    assert(m->list[2] == -7 && m->list[1] == 0 && m->count == 3);
    free(m);
    return 0;
}
