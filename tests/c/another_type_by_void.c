// Memory is used only through its own type; natively, the first number is 0 here.
// check: unknown
#include <assert.h>
static void set(void *memory)
{
    long *number = memory;
    *number = 1L << 40;
}
int main(void)
{
    int numbers[2] = {5, 6};
    set(numbers);
    assert(numbers[0] != 0);
    return 0;
}
