// check: safe
// The values behind a part that is zero throughout are their own.
#include <assert.h>
struct numbers { int first[2]; int n, m; };
struct mixed { int stack[4]; const char *code; int n; };
int main(void) {
    char code[4] = {1};
    struct numbers a = {{0}, 5, 6};
    struct mixed b = {{0}, code, 4};
    int rows[2][2] = {{0, 0}, {1, 2}};
    assert(a.n == 5 && a.m == 6);
    assert(b.code[0] == 1 && b.n == 4);
    assert(rows[0][0] == 0 && rows[1][0] == 1 && rows[1][1] == 2);
    return 0;
}
