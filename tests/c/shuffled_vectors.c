// check: safe
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef int v2 __attribute__((vector_size(8)));
int main(void) { v4 a = {1,2,3,4}, b = {10,20,30,40}, m = {3,2,1,4}, n = {0, 5, -1, 10};
 v4 c = __builtin_shuffle(a, m); assert(c[0]==4 && c[1] == 3 && c[2] == 2 && c[3] == 1);
 c = __builtin_shuffle(a, b, n); assert(c[0]==1 && c[1] == 20 && c[2] == 40 && c[3] == 3);
 v4 d = __builtin_shufflevector(a, b, 0, 4, 1, 5); assert(d[0]==1 && d[1]==10 && d[2] == 2 && d[3] == 20);
 v2 e = __builtin_shufflevector(a, b, 7, 3); assert(e[0] == 40 && e[1] == 4);
 f4 f = {1.5f, 2.5f, 3.5f, 4.5f}; f = __builtin_shuffle(f, m); assert(f[0] == 4.5f && f[3] == 1.5f);
 return 0; }
