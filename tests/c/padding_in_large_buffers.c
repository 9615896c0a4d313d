// check: safe
// check -D BUG: unsafe assertion@27
// Structs with bytes between their members lie in a buffer, and in blocks that grow.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct point { short x, y; const char *name; };
int main(void)
{
    struct point p = { 1, -1, "abc" };
    _Alignas(8) char buffer[100];
    memcpy(buffer + 16, &p, sizeof p);
    struct point *q = (struct point *)(buffer + 16);
    assert(q->x == 1 && q->name[0] == 'a');
    q->name++;
    assert(q->name[0] == 'b' && p.name[0] == 'a');

    char *block = malloc(96);
    if (!block)
        return 1;
    memcpy(block + 16, q, sizeof p);
    char *larger = realloc(block, 192);
    if (!larger)
        return 1;
    q = (struct point *)(larger + 16);
#ifdef BUG
    assert(q->name[0] == 'a');
#else
    assert(q->y == -1 && q->name[0] == 'b');
#endif
    free(larger);
    return 0;
}
