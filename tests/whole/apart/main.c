// check: safe
// check -DBUG: unsafe assertion@other.c:8
#include <assert.h>
struct item { int a; };
typedef struct { int size; } info;
static int count = 1;
static int next(void) { return count++; }
int other(int rounds);
int twice_as_much(int x);
int implicit_is_linked(int);
int main(void) {
    struct item item = {next()};
    info own = {3};
    assert(item.a == 1 && own.size == 3);
    assert(other(2) == 12);
    assert(next() == 2);
    assert(undeclared(4) == 5);
    assert(weak_one() == 2);
    return 0;
}
