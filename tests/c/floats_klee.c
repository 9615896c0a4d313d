// check: unsafe assertion@12
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
struct point { double x; float y[2]; int tag; };
int main(void)
{
    struct point p;
    double d;
    klee_make_symbolic(&p, sizeof p, "p");
    klee_make_symbolic(&d, sizeof d, "d");
    assert(!(p.x == 2.5 && p.y[1] == -1.5f && p.tag == 3 && d * 2 == 7));
    return 0;
}
