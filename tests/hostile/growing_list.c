/* A list that grows without end. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct L { int value; struct L *next; char text[100]; };
int main(void)
{
    struct L *list = 0;
    for (;;) {
        struct L *first = malloc(sizeof *first);
        first->value = __VERIFIER_nondet_int();
        first->next = list;
        list = first;
        if (first->value == 17 && list->next && list->next->value == 18) break;
    }
    return 0;
}
