// check --entry start: unsafe out-of-bounds@13
// check --entry moved: unsafe out-of-bounds@14
// check --entry back: unsafe out-of-bounds@18
// check --entry rows: unsafe out-of-bounds@21
// check --entry bytes: unsafe out-of-bounds@22
// check --entry structs: unsafe out-of-bounds@25
// check --entry elsewhere: unsafe out-of-bounds@28
// check --entry far: unsafe assertion@31
// Arrays that are inputs have no end, but a start.
#include <assert.h>
extern int table[];

int start(int *a) { return a[5] == 7 && a[-1] == 3; }
int moved(int *a) { a--; return *a; }
int back(char *s) {
    char *e = s;
    while (*e) e++;
    while (*e != 'x') e--;
    return *e;
}
int rows(int (*m)[3]) { return m[-1][2]; }
int bytes(int *a) { return ((char *)a)[-1]; }
struct pair { int a, b; };
int structs(struct pair *s, int n) {
    return s[n].b;
}
int elsewhere(int n) {
    return table[n];
}
int far(int *a, unsigned i) {
    assert(a[i] != 3 || i < 1000000000);
    return 0;
}
