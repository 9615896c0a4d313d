// check: safe
// A vector of elements of any size.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct vector { void *data; size_t size, count, room; };
static void push(struct vector *v, const void *element)
{
    if (v->count == v->room) {
        v->room = v->room ? 2 * v->room : 2;
        v->data = realloc(v->data, v->room * v->size);
    }
    memcpy((char *)v->data + v->count++ * v->size, element, v->size);
}
static void *at(struct vector *v, size_t index)
{
    return v->data + index * v->size;
}
struct point { short x, y; const char *name; };
int main(void)
{
    struct vector ints = { 0, sizeof(int), 0, 0 }, points = { 0, sizeof(struct point), 0, 0 };
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        int y = x ^ i;
        struct point p = { i, -i, "abc" + i };
        push(&ints, &y);
        push(&points, &p);
    }
    assert(*(int *)at(&ints, 2) == (x ^ 2));
    struct point *p = at(&points, 1);
    assert(p->x == 1 && p->y == -1 && p->name[0] == 'b');
    free(ints.data);
    free(points.data);
    return 0;
}
