#include <assert.h>
struct item { char b; long c; };
typedef struct { long size; char flag; } info;
static int count = 10;
static int next(void) { return count++; }
int other(int rounds) {
#ifdef BUG
    assert(next() == 11);
#endif
    struct item item = {1, 2};
    info own = {1, 2};
    for (int i = 0; i < rounds; i++)
        next();
    return count + item.b - own.flag + (int)own.size;
}
int undeclared(int x) { return x + 1; }
__attribute__((weak)) int weak_one(void) { return 1; }
