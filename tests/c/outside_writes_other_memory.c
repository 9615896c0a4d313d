// check: safe
#include <assert.h>
#include <stdlib.h>
extern void any(void *memory, int n);
extern void rows(int (*m)[3]);
extern void point(struct point *p);
extern void variadic(const char *format, ...);
struct point { int x, y; double d; };
static int counter;
int main(void)
{
    int n = 3, m[2][3] = {{1}};
    int *heap = malloc(sizeof(int) * 5), one = 1;
    struct point p = {1, 2, 0.5}, q = {3, 4, 0.5};
    for (int i = 0; i < 5; i++)
        heap[i] = i;
    any(&n, 1);
    if (n < 0 || n > 2)
        return 0;
    assert(n == 0 || n == 1 || n == 2);
    rows(m);
    rows(&m[1]);
    any(m[n & 1], 3);
    point(&p);
    assert(q.x == 3 && q.y == 4);
    variadic("", &one);
    any(heap + 2, 3);
    free(heap);
    // What is gone does not change.
    any(heap, 3);
    any(&counter, 1);
    counter = 0;
    assert(counter == 0);
    return 0;
}
