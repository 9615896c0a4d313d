// check: unsafe assertion@32
// check -DFINE: safe
// KLEE's header, and whole structs, arrays, memory and bit-fields that are made symbolic.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#pragma pack(1)
struct row {
    unsigned long a : 61, b : 63, c : 10;
};
#pragma pack()
struct point {
    char tag;
    int x;
    short y[2];
    double d;
    unsigned b : 3, c : 7;
    struct row row;
};
int main(void) {
    struct point p, many[2];
    int a[4];
    klee_make_symbolic(&p, sizeof p, "p");
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(many, sizeof many, "many");
    klee_assume(a[1] > 100);
    uintptr_t which = klee_choose(3);
    if (p.tag != 7 || p.x != a[2] || p.y[1] != -3 || p.b != 5 || p.c != 99 || which != 2) klee_silent_exit(0);
    if (many[1].y[0] != 12 || many[0].x != a[1] || many[1].d != 2.5) return 0;
    if (many[0].row.b != 0x123456789abcdefL || many[0].row.c != 1000) return 0;
#ifndef FINE
    assert(a[3] != 77);
#endif
    assert(klee_get_value_i32(p.x) == a[2] && a[1] > 100);
    return 0;
}
