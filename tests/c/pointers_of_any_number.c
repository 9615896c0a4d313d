// check: safe
// check -DBUG: unsafe assertion@17
// check -DFOLLOWED: unsafe dangling-pointer@20
// Pointers that a tool makes arbitrary lead anywhere; structs with such are made of their parts.
#include <assert.h>
#include <klee/klee.h>
struct node { struct node *next; int number; unsigned char small; };
struct node nondet_node(void);

int main(void)
{
    struct node made, given = nondet_node();
    klee_make_symbolic(&made, sizeof made, "made");
    struct node *kept = made.next;
    assert(kept == made.next && given.small <= 255);
#ifdef BUG
    assert(given.next == 0 || made.number != 3);
#endif
#ifdef FOLLOWED
    if (made.next) return made.next->number;
#endif
    return 0;
}
