// check: safe
// check --entry bad: unsafe null-dereference@list.c:8
// check -DWRONG: unsafe assertion@main.c:18
#include <assert.h>
#include "list.h"
int total;
extern int squares[];
const char *name_of(int);
int main(void) {
    struct list *l = 0;
    for (int i = 0; i < 3; i++) l = push(l, i);
    assert(sum(l) == 3 && total == 3);
    assert(squares[3] == 9);
    assert(name_of(1)[0] == 'o');
    hook = add_two;
    assert(call_hook(1) == 3);
#ifdef WRONG
    assert(total == 4);
#endif
    return 0;
}
int add_two(int x) { return x + 2; }
int bad(int n) { return first(n > 5 ? 0 : push(0, n)); }
