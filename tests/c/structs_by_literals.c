// check: safe
// check -DBUG: unsafe assertion@20
// First values of the program's structs, arrays and vectors that are compound literals, as GNU allows.
#include <assert.h>
typedef int four __attribute__((vector_size(16)));
struct lock { int held; struct { short owner, count; } who; };
struct pair { struct lock first; int *where; };
static int cell = 3;
static struct lock lock = (struct lock){ .who = { 7, 8 } };
static struct pair pairs[] = { { (struct lock){ 1 }, &cell }, (struct pair){ .where = &cell + 0 } };
static int numbers[3] = (int[3]){ 4, 5 }, more[] = (int[]){ 6, 7 }, most[] = (int[4]){ 8 };
static four ones = (four){ 1, 1, 1, 1 }, rows[2] = { { 2 }, (four){ 3, 4 } };
int main(void)
{
    assert(numbers[1] == 5 && numbers[2] == 0 && sizeof more == 8 && sizeof most == 16 && most[0] == 8);
    static struct lock inner = (struct lock){ 5, { 6 } };
    assert(lock.who.count == 8 && lock.held == 0 && pairs[0].first.held == 1 && *pairs[1].where == 3);
    assert(ones[3] == 1 && rows[1][1] == 4 && rows[0][1] == 0 && inner.who.owner == 6 && inner.who.count == 0);
#ifdef BUG
    assert(pairs[1].first.held == 1);
#endif
    return 0;
}
