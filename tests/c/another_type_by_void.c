// Memory that is used as another type: the first number is 0 then.
// check: unsafe assertion@13
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
