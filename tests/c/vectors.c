// check: safe
// check -DBUG: unsafe assertion@37
// check -DOUT: unsafe out-of-bounds@40
// Vectors are computed with element by element; comparisons give 0 and -1; casts keep the bytes.
#include <assert.h>
typedef int four __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(4 * sizeof(float))));
typedef unsigned char bytes __attribute__((vector_size(16)));
extern int nondet_int(void);
static four all = { 1, 2, 3, 4 };

static four sum(four a, four b) { return a + b; }

int main(void)
{
    int x = nondet_int();
    four a = { x, 2, 3, 4 }, b = { 10, 20, 30, 40 };
    four c = sum(a, b);
    assert(c[1] == 22 && c[3] == 44 && sizeof c == 16);
    c = all * 2 - ~b;
    assert(c[0] == 13 && c[2] == 37);
    c += all << 1;
    assert(c[3] == 57);
    four less = all < b;
    assert(less[0] == -1 && (all == b)[2] == 0);
    floats f = { 1, 2, 3, 4 };
    f = -f / 2.0f;
    assert(f[3] == -2.0f);
    bytes seen = (bytes)all;
    assert(seen[4] == 2 && seen[5] == 0 && ((four)seen)[2] == 3);
    seen += 250;
    assert(seen[0] == 251 && seen[12] == 254);
    union { four v; int parts[4]; } u = { .v = all };
    u.v[2] = 9;
    assert(u.parts[2] == 9 && u.parts[3] == 4);
#ifdef BUG
    assert((a > b)[0] == 0);
#endif
#ifdef OUT
    if (x >= 0 && x <= 4) return all[x];
#endif
    return 0;
}
