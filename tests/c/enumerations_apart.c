// check: safe
// check -DBUG: unsafe assertion@27
// Two enumerations are two types, although their integers are of one; and `typeof` of a type's name is that type.
#include <assert.h>
enum colour { RED, GREEN };
enum taste { SWEET, SOUR };
typedef enum { NORTH, SOUTH } side;
typedef enum taste taste;
typedef int row[3];
struct thing { enum colour colour; taste taste; side sides[2]; };
#define kind(x) _Generic((x), enum colour: 1, enum taste: 2, side: 3, default: 4)
#define same(a, b) __builtin_types_compatible_p(a, b)
static side turned(side s) { return s == NORTH ? SOUTH : NORTH; }
int main(void)
{
    struct thing thing = { GREEN, SOUR, { NORTH, SOUTH } };
    taste other = SWEET;
    typeof(row) numbers = { 1, 2, 3 };
    typeof(row[2]) table = { { 1 }, { 2, 5 } };
    typeof(taste) *where = &other;
    assert(kind(thing.colour) == 1 && kind(thing.taste) == 2 && kind(other) == 2 && kind(turned(NORTH)) == 3);
    assert(kind(thing.sides[1]) == 3 && kind(*where) == 2 && kind((enum colour)1) == 1 && kind(GREEN) == 4);
    assert(!same(enum colour, taste) && same(taste, enum taste) && !same(side, enum taste) && same(enum taste, unsigned));
    assert(same(typeof(RED), int) && same(typeof(RED) *, int *) && !same(side *, taste *));
    assert(sizeof numbers == 12 && sizeof table == 24 && table[1][1] == 5 && _Generic(numbers, int *: 1, default: 2) == 1);
#ifdef BUG
    assert(same(enum colour, enum taste));
#endif
    return 0;
}
