// check: unsafe assertion@13
// check -DSAFE: safe
// A function that is declared otherwise than the library's of its name is another one: what it gives is arbitrary.
#include <assert.h>
struct list { int first; };
extern struct list *remove(struct list *l);
extern int access(struct list *l, int how);
int main(void)
{
    struct list l = { 1 };
    int r = access(&l, 2);
#ifndef SAFE
    assert(r <= 0);
#endif
    struct list *p = remove(&l);
    return p ? p->first : 0;
}
