// check: safe
// check -DWRITE: unsafe out-of-bounds@18
// check -DREAD: unsafe out-of-bounds@22
// check -DPART: unsafe out-of-bounds@25
// check -DROW: unsafe out-of-bounds@27
// A struct that is read or written as a whole has to lie in memory as a whole, and not only to begin there.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a; int b[4]; };
struct names { char first[4]; char last[4]; };

int main(void)
{
    struct pair value = {1, {2, 3, 4, 5}};
#ifdef WRITE
    struct pair *p = malloc(8);
    *p = value;
#elif defined READ
    char bytes[12] = {0};
    struct pair *p = (struct pair *)bytes;
    value = *p;
#elif defined PART
    struct names *p = malloc(6);
    memset(p->first, 0, 8);
#elif defined ROW
    memset(&value.b[5], 0, 4);
#else
    char bytes[40] = {0};
    struct pair *p = (struct pair *)(bytes + 20);
    *p = value;
    struct pair other = *p;
    assert(other.b[3] == 5 && bytes[36] == 5);
    struct names *n = malloc(8);
    memset(n->first, 0, 8);
    int rows[3][4] = {{0}};
    int *second = *(&rows[0] + 1);
    *second = 7;
    assert(rows[1][0] == 7 && n->last[3] == 0);
#endif
    return 0;
}
