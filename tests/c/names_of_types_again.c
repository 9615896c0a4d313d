// check: safe
// check -DBUG: unsafe assertion@18
// Names that are declared by themselves, `side side;`, and types whose names are declared twice; digraphs.
#include <assert.h>
typedef enum { NORTH, SOUTH } side;
typedef int number;
typedef number number;
typedef enum taste { SWEET } taste;
typedef taste taste;
int main(void)
<%
    taste taste = SWEET;
    number x = 1, row<:2:> = <% 3, 4 %>;
    side side = SOUTH;
    assert(_Generic(side, enum taste: 1, default: 2) == 2 && _Generic(taste, enum taste: 1, default: 2) == 1);
    assert(_Generic(&x, int *: 1, default: 2) == 1 && row<:1:> == 4 && side == 1);
#ifdef BUG
    assert(row[0] == 4);
#endif
    return taste;
%>
