// check: safe
#include <assert.h>
static int (f)(int a) { return a + 1; }
static int (*(g)(int a))(int) { assert(a == 2); return f; }
static int ((h))(int a, int b) { return a - b; }
int main(void)
{
    assert(g(2)(3) == 4 && (f)(1) == 2 && h(5, 3) == 2);
    return 0;
}
