// check: safe
// Ranges of designators may stand at any depth; what follows goes behind the last of them.
#include <assert.h>
struct s { int a[3]; int b; };
int main(void) {
 int r[6][2] = {[1 ... 2][0] = 4, 5, 6};
 assert(r[1][0] == 4 && r[1][1] == 0 && r[2][0] == 4 && r[2][1] == 5 && r[3][0] == 6 && r[3][1] == 0 && r[0][0] == 0);
 int g[3][4] = {[0 ... 1][1 ... 2] = 7, 8};
 assert(g[0][0] == 0 && g[0][1] == 7 && g[0][2] == 7 && g[0][3] == 0 && g[1][1] == 7 && g[1][2] == 7 && g[1][3] == 8 && g[2][0] == 0);
 struct s t[4] = {[1 ... 2].a[1] = 3, 9, 10, 11};
 assert(t[1].a[1] == 3 && t[1].a[2] == 0 && t[2].a[1] == 3 && t[2].a[2] == 9 && t[2].b == 10 && t[3].a[0] == 11 && t[1].b == 0);
 struct s u[3] = {[0 ... 2] = {.b = 5}, [1].a[0] = 2};
 assert(u[0].b == 5 && u[2].b == 5 && u[1].a[0] == 2);
 assert(u[1].b == 5);
 static int z[][2] = {[2 ... 3][1] = 1};
 assert(sizeof z == 8 * sizeof(int) && z[3][1] == 1 && z[2][1] == 1 && z[2][0] == 0);
 return 0; }
