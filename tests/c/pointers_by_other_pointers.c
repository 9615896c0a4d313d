// check: safe
// check -DBY_VOID: unsafe out-of-bounds@18
// check -DBY_CHAR: unsafe out-of-bounds@28
// check -DBY_COPY: unsafe out-of-bounds@36
// check -DBY_UNION: unsafe assertion@44
// A pointer that is written as one type and read as another points to values of the type that it is read as.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; };
static int get(void **out, size_t n) { *out = malloc(n); return *out != 0; }
int main(void)
{
    int *p;
    assert(get((void **)&p, 4 * sizeof *p));
    p[3] = 1;
#ifdef BY_VOID
    p[4] = 1;
#endif
    char buffer[8] = {0};
    int *q;
    *(char **)&q = buffer;
    q[0] = 0x01020304;
    assert(buffer[0] == 4 && q[1] == 0);
    q[1] = 5;
    assert(buffer[4] == 5);
#ifdef BY_CHAR
    q[2] = 5;
#endif
    char *c = buffer;
    struct pair *r;
    memcpy(&r, &c, sizeof c);
    r->b = 7;
    assert(buffer[4] == 7);
#ifdef BY_COPY
    r[1].a = 7;
#endif
    union { char *c; int *i; } u;
    u.c = buffer;
    assert(u.i[1] == 7);
    u.i = (int *)buffer + 1;
    assert(*u.c == 7);
#ifdef BY_UNION
    assert(u.c != buffer + 4);
#endif
    free(p);
    return 0;
}
