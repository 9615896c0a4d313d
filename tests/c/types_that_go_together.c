// check: safe
// check -DBUG=1: unsafe assertion@24
// check -DBUG=2: unsafe assertion@26
// Which types are compatible: by lengths that are not known, parameters that are not, and qualifiers.
#include <assert.h>
#define same(a, b) __builtin_types_compatible_p(a, b)
#define kind(x) _Generic((x), char *: 1, const char *: 2, volatile char *: 3, int(*)[]: 4, default: 5)
#define only(x) _Generic((x), char *: 1, default: 2)
static int sum(int a, int b) { return a + b; }
static void *as_pointer = sum;
int main(void)
{
    int row[3] = {1, 2, 3}, other[2] = {0};
    assert(same(int[3], int[]) && same(int(*)[3], int(*)[]) && !same(int[2], int[3]) && same(typeof(row), int[]));
    assert(same(int(), int(int)) && !same(int(), int(char)) && !same(int(), int(int, ...)));
    assert(!same(const char *, char *) && !same(volatile int *, int *) && !same(int *const *, int **));
    assert(same(const int, int) && same(char *const, char *) && same(const char *, const char *) && same(const int[2], int[2]));
    assert(!same(char, signed char) && !same(long, long long) && same(unsigned, unsigned int));
    assert(kind("x") == 1 && kind((const char *)"x") == 2 && kind((volatile char *)"x") == 3 && kind(&row) == 4 && kind(row) == 5);
    assert(only("x") == 1 && only((const char *)"x") == 2 && only((char *const)"x") == 1);
    assert(*(&row + 1) - row == 3 && *(&other + 1) == other + 2);
    assert(((int (*)())as_pointer)(3, 4) == 7);
#if BUG == 1
    assert(same(const char *, char *));
#elif BUG == 2
    assert(!same(typeof(row), int[]));
#endif
    return 0;
}
